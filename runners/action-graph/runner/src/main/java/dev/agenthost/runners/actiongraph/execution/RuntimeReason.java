package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.graph.ActionState;
import dev.agenthost.actiongraph.graph.StatusReason;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.actiongraph.result.StatusReasonText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds the reason of the runtime to the result of an action that it has not executed, has interrupted or has blocked. */
final class RuntimeReason {
    private RuntimeReason() {}

    /**
     * The result with the reason, unless the executor has given one. An unknown outcome stands before what was reported about it.
     *
     * @param isReadOnly true if registry and declaration state no effect of the action, or only {@code read}
     */
    static ActionResult add(
            ActionResult result, ActionState action, @Nullable ExecutorId executor, boolean isReadOnly) {
        Optional<ActionFailure> reason =
                switch (action.status()) {
                    case CANCELLED -> cancelled(result.failure(), action, executor, isReadOnly);
                    case SKIPPED -> StatusReasonText.of(action.reason());
                    case FAILED, BLOCKED -> {
                        ActionFailure failure = result.failure();
                        if (failure == null) {
                            yield StatusReasonText.of(action.reason());
                        }
                        yield action.reason() == StatusReason.UNKNOWN_OUTCOME
                                ? StatusReasonText.ofUnreported(failure)
                                : Optional.empty();
                    }
                    case PENDING, RUNNING, WAITING, COMPLETED -> Optional.empty();
                };
        return reason.map(result::because).orElse(result);
    }

    /** An attempt whose failure is known was not interrupted, unless it was followed by one that goes on elsewhere. */
    private static Optional<ActionFailure> cancelled(
            @Nullable ActionFailure known, ActionState action, @Nullable ExecutorId executor, boolean isReadOnly) {
        if (known != null
                && !known.code().equals(ActionOutcome.INTERRUPTED)
                && executor != null
                && !isDelegated(executor)) {
            return StatusReasonText.ofFailedBefore(action.reason(), known);
        }
        return mayHaveHadEffect(action, executor, isReadOnly)
                ? StatusReasonText.ofInterrupted(action.reason())
                : StatusReasonText.of(action.reason());
    }

    private static boolean isDelegated(ExecutorId executor) {
        return executor.type() == ExecutorType.AGENT || executor.type() == ExecutorType.PIPELINE;
    }

    private static boolean mayHaveHadEffect(ActionState action, @Nullable ExecutorId executor, boolean isReadOnly) {
        boolean hasBegun = action.iterations().stream().anyMatch(iteration -> iteration.attempts() > 0);
        return hasBegun
                && !isReadOnly
                && executor != null
                && switch (executor.type()) {
                    case TOOL, SERVICE, AGENT, PIPELINE -> true;
                    case HUMAN, RUNTIME -> false;
                };
    }
}
