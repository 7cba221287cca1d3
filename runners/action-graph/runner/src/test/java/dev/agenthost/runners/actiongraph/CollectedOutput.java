package dev.agenthost.runners.actiongraph;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.sdk.RunOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the results of a run that nobody cancels. */
record CollectedOutput(List<ResultPayload> results) implements RunOutput {
    @Override
    public void emit(ResultPayload payload, @Nullable JsonNode usage) {
        results.add(payload);
    }

    @Override
    public boolean isCancelled() {
        return false;
    }
}
