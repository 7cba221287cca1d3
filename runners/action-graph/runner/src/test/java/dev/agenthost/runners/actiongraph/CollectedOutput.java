package dev.agenthost.runners.actiongraph;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.sdk.RunOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the results of a run that nobody cancels.
 *
 * @param usages the usage of each result that has one
 * @param fails true if the connection is lost when a message is sent
 */
record CollectedOutput(List<ResultPayload> results, List<JsonNode> usages, boolean fails) implements RunOutput {
    @Override
    public void emit(ResultPayload payload, @Nullable JsonNode usage) {
        if (fails && payload instanceof MessageCompleted) {
            throw new IllegalStateException("the connection is gone");
        }
        results.add(payload);
        if (usage != null) {
            usages.add(usage);
        }
    }

    @Override
    public boolean isCancelled() {
        return false;
    }
}
