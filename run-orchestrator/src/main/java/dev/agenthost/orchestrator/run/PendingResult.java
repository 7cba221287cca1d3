package dev.agenthost.orchestrator.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.result.ResultPayload;
import org.jspecify.annotations.Nullable;

/**
 * A result ready to be published.
 *
 * @param timestamp epoch seconds as the runner said them; the host's own time where it said none
 * @param usage what a model charged, as the runner said it
 */
public record PendingResult(
        ResultPayload payload,
        @Nullable Long timestamp,
        @Nullable JsonNode usage) {
    /** A result of the host's own. */
    public static PendingResult of(ResultPayload payload) {
        return new PendingResult(payload, null, null);
    }
}
