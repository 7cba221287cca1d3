package dev.agenthost.orchestrator.context.http;

import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.erasure.ErasedEventSource;
import dev.agenthost.protocol.store.ErasedEvent;
import dev.agenthost.protocol.store.ErasedEventsAnswer;
import dev.agenthost.protocol.store.ErasedEventsQuestion;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@link ErasedEventSource} over context-store's internal REST. */
public final class HttpErasedEventSource implements ErasedEventSource {
    private final ContextStoreClient store;

    public HttpErasedEventSource(Vertx vertx, URI base, String internalKey) {
        HttpClientOptions options = new HttpClientOptions().setMaxPoolSize(1).setConnectTimeout(2_000);
        this.store = new ContextStoreClient(vertx, options, base, internalKey);
    }

    @Override
    public Uni<List<ErasedEvent>> after(@Nullable ErasedEvent last, int limit) {
        return store.post("/internal/v1/erased-events", new ErasedEventsQuestion(last, limit), ErasedEventsAnswer.class)
                .map(answer -> switch (answer) {
                    case ContextStoreResponse.Answered<ErasedEventsAnswer>(ErasedEventsAnswer page) -> page.items();
                    case ContextStoreResponse.Refused<ErasedEventsAnswer> refused ->
                        throw new IllegalStateException("context-store does not list erased events: "
                                + refused.code().wire());
                });
    }
}
