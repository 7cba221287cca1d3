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
 */
public record AttemptEnd(
        String actionId,
        int iteration,
        @Nullable ExecutorId executor,
        @Nullable JsonNode output,
        @Nullable String reference,
        long bytes,
        @Nullable ActionFailure failure,
        long elapsedMillis) {
    ActionOutput actionOutput() {
        return new ActionOutput(output, reference, bytes);
    }
}
