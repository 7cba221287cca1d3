package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/** The other side of a model. Asks once; giving an answer up ends the call at the provider too. Never blocks, never fails. */
public interface ModelProvider {
    Uni<ProviderResponse<JsonNode>> ask(ProviderCall call);

    /**
     * The events of the answer as they come, only as fast as they are taken. The stream itself fails with {@link BrokenStreamException}; it
     * completes where the provider said that it is done, or said no more.
     */
    Uni<ProviderResponse<Multi<JsonNode>>> stream(ProviderCall call);
}
