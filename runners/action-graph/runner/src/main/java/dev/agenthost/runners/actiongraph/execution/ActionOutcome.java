package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.graph.AttemptUsage;
import dev.agenthost.actiongraph.graph.Suspension;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.sdk.host.AgentApiException;
import org.jspecify.annotations.Nullable;

/** The end of one attempt of an action, as far as its thread is concerned. */
sealed interface ActionOutcome {
    /** The code of an attempt that was interrupted: it may have had its effect. */
    String INTERRUPTED = "action.interrupted";

    /**
     * The executor has answered.
     *
     * @param output of whatever JSON type the executor gives
     * @param usage what the executor has used
     * @param artifact id of the artifact in which the host has stored the whole of a truncated output; null if there is none
     */
    record Succeeded(
            JsonNode output, AttemptUsage usage, @Nullable String artifact) implements ActionOutcome {
        Succeeded(JsonNode output) {
            this(output, AttemptUsage.NONE);
        }

        Succeeded(JsonNode output, AttemptUsage usage) {
            this(output, usage, null);
        }
    }

    /**
     * The executor has refused or failed, or there is none.
     *
     * @param usage what the executor has used
     * @param isFinal true if no repetition can succeed
     */
    record Failed(ActionFailure failure, AttemptUsage usage, boolean isFinal) implements ActionOutcome {}

    /** The attempt has ended, and nobody has reported whether it had its effect. */
    record Unreported(ActionFailure failure) implements ActionOutcome {}

    /**
     * The attempt goes on elsewhere.
     *
     * @param delegatedRun the run of another agent that ends the wait; null if there is none
     * @param output the output after the wait, if it is known; null if not
     */
    record Suspended(
            Suspension suspension,
            @Nullable String delegatedRun,
            @Nullable JsonNode output) implements ActionOutcome {}

    /** A failure of that code. */
    static Failed failed(String code, String message) {
        return failed(code, message, AttemptUsage.NONE);
    }

    /** A failure of that code after an executor has used something. */
    static Failed failed(String code, String message, AttemptUsage usage) {
        return new Failed(new ActionFailure(code, message), usage, false);
    }

    /** A failure of that code that a repetition cannot mend. */
    static Failed refused(String code, String message) {
        return new Failed(new ActionFailure(code, message), AttemptUsage.NONE, true);
    }

    /** The same, with an instruction for the model. */
    static Failed refused(String code, String message, String remedy) {
        return new Failed(new ActionFailure(code, message, remedy), AttemptUsage.NONE, true);
    }

    /**
     * A call of the host that has failed.
     *
     * @param code of a failure; an unknown outcome has it, too
     */
    static ActionOutcome of(AgentApiException why, String code, String message) {
        return switch (CallEffect.of(why)) {
            case REFUSED -> refused(code, message);
            case NONE -> failed(code, message);
            case UNKNOWN -> new Unreported(new ActionFailure(code, message));
        };
    }
}
