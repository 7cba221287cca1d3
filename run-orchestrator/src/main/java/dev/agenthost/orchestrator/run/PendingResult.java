package dev.agenthost.orchestrator.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.result.ResultPayload;
import org.jspecify.annotations.Nullable;

/**
 * A result ready to be published.
 *
 * @param timestamp the runner's epoch seconds; the host's own time without them
 * @param usage the cost of a model, as the runner reported it
 */
public record PendingResult(
        ResultPayload payload,
        @Nullable Long timestamp,
        @Nullable JsonNode usage) {
    /** Creates a result of the host. */
    public static PendingResult of(ResultPayload payload) {
        return new PendingResult(payload, null, null);
    }
}
