package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/** Calls the provider of a model, without retries. Cancelling the response ends the call at the provider too. Never blocks, never fails. */
public interface ModelProvider {
    Uni<ProviderResponse<JsonNode>> ask(ProviderCall call);

    /**
     * Returns the events of the answer with backpressure. The stream fails with {@link BrokenStreamException}; it completes when the
     * provider sends its final event.
     */
    Uni<ProviderResponse<Multi<JsonNode>>> stream(ProviderCall call);
}
