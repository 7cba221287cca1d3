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
 * @param fails true if the connection is lost when a message is sent
 */
record CollectedOutput(List<ResultPayload> results, boolean fails) implements RunOutput {
    @Override
    public void emit(ResultPayload payload, @Nullable JsonNode usage) {
        if (fails && payload instanceof MessageCompleted) {
            throw new IllegalStateException("the connection is gone");
        }
        results.add(payload);
    }

    @Override
    public boolean isCancelled() {
        return false;
    }
}
