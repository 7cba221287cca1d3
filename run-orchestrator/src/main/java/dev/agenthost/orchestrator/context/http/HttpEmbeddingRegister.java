package dev.agenthost.orchestrator.context.http;

import dev.agenthost.orchestrator.context.StoreAnswer;
import dev.agenthost.orchestrator.model.telling.EmbeddingRegister;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelKnown;
import dev.agenthost.protocol.store.knowledge.EmbeddingModelTelling;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import java.net.URI;

/** {@link EmbeddingRegister} over context-store's internal REST. */
public final class HttpEmbeddingRegister implements EmbeddingRegister {
    private static final int AT_ONCE = 2;

    private final ContextStoreClient store;

    public HttpEmbeddingRegister(Vertx vertx, URI base, String internalKey) {
        HttpClientOptions options =
                new HttpClientOptions().setMaxPoolSize(AT_ONCE).setConnectTimeout(2_000);
        this.store = new ContextStoreClient(vertx, options, base, internalKey);
    }

    @Override
    public Uni<Told> tell(EmbeddingModelTelling telling) {
        return store.ask("/internal/v1/embedding-models", telling, EmbeddingModelKnown.class)
                .map(answer -> switch (answer) {
                    case StoreAnswer.Answered<EmbeddingModelKnown>(EmbeddingModelKnown known) ->
                        new Told.Known(known.revision());
                    case StoreAnswer.Refused<EmbeddingModelKnown> refused
                    when !refused.code().retryable() ->
                        new Told.Refused(refused.code().wire());
                    case StoreAnswer.Refused<EmbeddingModelKnown> refused ->
                        throw new IllegalStateException(
                                "it cannot now: " + refused.code().wire());
                });
    }
}
