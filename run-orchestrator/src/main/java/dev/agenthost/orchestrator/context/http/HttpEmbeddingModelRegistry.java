package dev.agenthost.orchestrator.context.http;

import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.model.EmbeddingModelRegistry;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelKnown;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import java.net.URI;

/** {@link EmbeddingModelRegistry} over context-store's internal REST. */
public final class HttpEmbeddingModelRegistry implements EmbeddingModelRegistry {
    private static final int AT_ONCE = 2;

    private final ContextStoreClient store;

    public HttpEmbeddingModelRegistry(Vertx vertx, URI base, String internalKey) {
        HttpClientOptions options =
                new HttpClientOptions().setMaxPoolSize(AT_ONCE).setConnectTimeout(2_000);
        this.store = new ContextStoreClient(vertx, options, base, internalKey);
    }

    @Override
    public Uni<Response> send(EmbeddingModelChange change) {
        return store.post("/internal/v1/embedding-models", change, EmbeddingModelKnown.class)
                .map(answer -> switch (answer) {
                    case ContextStoreResponse.Answered<EmbeddingModelKnown>(EmbeddingModelKnown known) ->
                        new Response.Known(known.revision());
                    case ContextStoreResponse.Refused<EmbeddingModelKnown> refused
                    when !refused.code().retryable() ->
                        new Response.Refused(refused.code().wire());
                    case ContextStoreResponse.Refused<EmbeddingModelKnown> refused ->
                        throw new IllegalStateException("context-store does not accept the change now: "
                                + refused.code().wire());
                });
    }
}
