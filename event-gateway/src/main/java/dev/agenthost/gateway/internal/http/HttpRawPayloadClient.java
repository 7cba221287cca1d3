package dev.agenthost.gateway.internal.http;

import dev.agenthost.gateway.rawpayload.RawPayloadCapacity;
import dev.agenthost.gateway.rawpayload.RawPayloadClient;
import dev.agenthost.gateway.rawpayload.RawPayloadResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.RawPayloadStored;
import dev.agenthost.protocol.store.RawPayloadWrite;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Asks context-store over pooled connections, with the internal key, and never has more under way than its share. */
public final class HttpRawPayloadClient implements RawPayloadClient {
    /** A request may be answered after its event continued without the payload. */
    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(2);

    private final InternalHttpClient contextStore;
    private final RawPayloadCapacity share;
    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /** @param patience of the keeper; a question ends after it, and not before two seconds */
    public HttpRawPayloadClient(
            Vertx vertx, URI base, String internalKey, RawPayloadCapacity share, Duration patience) {
        this.share = share;
        this.contextStore = new InternalHttpClient(
                vertx,
                "context-store",
                base,
                internalKey,
                new HttpClientOptions()
                        .setMaxPoolSize(share.connections())
                        .setMaxWaitQueueSize(share.questions())
                        .setKeepAlive(true)
                        .setTcpNoDelay(true),
                patience.compareTo(SHORTEST_LIMIT) < 0 ? SHORTEST_LIMIT : patience);
    }

    @Override
    public CompletionStage<RawPayloadResponse> keep(RawPayloadWrite put) {
        byte[] body = ProtocolCodec.encode(put);
        if (!takeRoom(body.length)) {
            return CompletableFuture.completedFuture(new RawPayloadResponse.NoRoom());
        }
        return contextStore
                .onEventLoop(() -> contextStore
                        .send(HttpMethod.POST, "/internal/v1/raw-payloads/put", "application/json", Buffer.buffer(body))
                        .compose(answer -> contextStore.decoded(answer, RawPayloadStored.class))
                        .<RawPayloadResponse>map(RawPayloadResponse.Answered::new))
                .whenComplete((response, failure) -> giveRoom(body.length));
    }

    private boolean takeRoom(int size) {
        boolean fits = questions.incrementAndGet() <= share.questions();
        if (bytes.addAndGet(size) <= share.bytes() && fits) {
            return true;
        }
        giveRoom(size);
        return false;
    }

    private void giveRoom(int size) {
        questions.decrementAndGet();
        bytes.addAndGet(-size);
    }
}
