package dev.agenthost.runners.actiongraph;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.sdk.RunOutput;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Collects the results of a run that nobody cancels.
 *
 * @param usages the usage of each result that has one
 * @param fails true for a result with which the connection is lost
 */
record CollectedOutput(List<ResultPayload> results, List<JsonNode> usages, Predicate<ResultPayload> fails)
        implements RunOutput {
    @Override
    public void emit(ResultPayload payload, @Nullable JsonNode usage) {
        if (fails.test(payload)) {
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
