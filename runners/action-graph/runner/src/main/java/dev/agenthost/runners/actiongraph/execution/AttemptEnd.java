package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.ExecutorId;
import org.jspecify.annotations.Nullable;

/**
 * The recorded end of the last attempt of an iteration, as a journal stores it.
 *
 * @param executor the used executor; null if there was none
 * @param output the output; null if the attempt failed
 * @param reference the stored output; null if it is not stored
 * @param bytes size of the output
 * @param failure the failure; null if the attempt completed
 * @param elapsedMillis duration of the attempt, in milliseconds
 * @param pieces number of the values that have the output; 0 if the entry itself has it
 */
public record AttemptEnd(
        String actionId,
        int iteration,
        @Nullable ExecutorId executor,
        @Nullable JsonNode output,
        @Nullable String reference,
        long bytes,
        @Nullable ActionFailure failure,
        long elapsedMillis,
        int pieces) {
    /** An end whose output is with it. */
    public AttemptEnd(
            String actionId,
            int iteration,
            @Nullable ExecutorId executor,
            @Nullable JsonNode output,
            @Nullable String reference,
            long bytes,
            @Nullable ActionFailure failure,
            long elapsedMillis) {
        this(actionId, iteration, executor, output, reference, bytes, failure, elapsedMillis, 0);
    }

    /** The same end without its output, which is in that many values. */
    public AttemptEnd moved(int into) {
        return new AttemptEnd(actionId, iteration, executor, null, reference, bytes, failure, elapsedMillis, into);
    }

    /** The same end with its output. */
    public AttemptEnd loaded(JsonNode value) {
        return new AttemptEnd(actionId, iteration, executor, value, reference, bytes, failure, elapsedMillis, 0);
    }

    /** The same end as a failure: its output is lost. */
    public AttemptEnd lost(ActionFailure why) {
        return new AttemptEnd(actionId, iteration, executor, null, reference, bytes, why, elapsedMillis, 0);
    }

    ActionOutput actionOutput() {
        return new ActionOutput(output, reference, bytes);
    }
}
