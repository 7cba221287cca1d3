package dev.agenthost.gateway.rawpayload.http;

import dev.agenthost.gateway.rawpayload.RawPayloadCapacity;
import dev.agenthost.gateway.rawpayload.RawPayloadClient;
import dev.agenthost.gateway.rawpayload.RawPayloadResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.RawPayloadStored;
import dev.agenthost.protocol.store.RawPayloadWrite;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
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

    private final Vertx vertx;
    private final HttpClient http;
    private final String address;
    private final String internalKey;
    private final RawPayloadCapacity share;
    private final long limitMillis;
    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /** @param patience of the keeper; a question ends after it, and not before two seconds */
    public HttpRawPayloadClient(
            Vertx vertx, URI base, String internalKey, RawPayloadCapacity share, Duration patience) {
        this.share = share;
        this.limitMillis = Math.max(SHORTEST_LIMIT.toMillis(), patience.toMillis());
        this.vertx = vertx;
        this.http = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(share.connections())
                .setMaxWaitQueueSize(share.questions())
                .setKeepAlive(true)
                .setConnectTimeout(Math.toIntExact(limitMillis))
                .setTcpNoDelay(true));
        this.address = base.resolve("/internal/v1/raw-payloads/put").toString();
        this.internalKey = internalKey;
    }

    @Override
    public CompletionStage<RawPayloadResponse> keep(RawPayloadWrite put) {
        byte[] body = ProtocolCodec.encode(put);
        if (!takeRoom(body.length)) {
            return CompletableFuture.completedFuture(new RawPayloadResponse.NoRoom());
        }
        CompletableFuture<RawPayloadResponse> answer = new CompletableFuture<>();
        // On an event loop throughout: a callback that another thread attaches may be attached after the response has
        // arrived.
        vertx.runOnContext(here -> post(body)
                .<RawPayloadResponse>map(RawPayloadResponse.Answered::new)
                .onComplete(answer::complete, answer::completeExceptionally));
        return answer.whenComplete((response, failure) -> giveRoom(body.length));
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

    private Future<RawPayloadStored> post(byte[] body) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(address)
                .setTimeout(limitMillis)
                .putHeader("Content-Type", "application/json")
                .putHeader("Authorization", "Bearer " + internalKey);
        return http.request(options)
                .compose(request -> request.send(Buffer.buffer(body)))
                .compose(response -> response.body().compose(read -> kept(response.statusCode(), read)));
    }

    private static Future<RawPayloadStored> kept(int status, Buffer body) {
        if (status != 200) {
            return Future.failedFuture("context-store answered " + status);
        }
        try {
            return Future.succeededFuture(ProtocolCodec.decode(body.getBytes(), RawPayloadStored.class));
        } catch (UndecodableException unreadable) {
            return Future.failedFuture("The answer of context-store cannot be decoded");
        }
    }
}
