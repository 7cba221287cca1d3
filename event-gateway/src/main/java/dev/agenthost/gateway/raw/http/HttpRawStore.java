package dev.agenthost.gateway.raw.http;

import dev.agenthost.gateway.raw.RawStore;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.raw.RawKept;
import dev.agenthost.protocol.store.raw.RawPut;
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
import java.util.concurrent.atomic.AtomicLong;

/** Asks context-store over pooled connections, with the internal key. */
public final class HttpRawStore implements RawStore {
    /** Questions at once, and those that wait for one of these; more are refused here. */
    private static final int AT_ONCE = 16;

    private static final int WAITING = 512;
    /** Of bodies under way, together: more are refused here, so that no burst takes the memory of everything else. */
    private static final long MOST_BYTES = 32L * 1024 * 1024;
    /** Nobody waits for an answer that long. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final HttpClient http;
    private final String address;
    private final String internalKey;
    private final long mostBytes;
    private final AtomicLong underWay = new AtomicLong();

    public HttpRawStore(Vertx vertx, URI base, String internalKey) {
        this(vertx, base, internalKey, MOST_BYTES);
    }

    HttpRawStore(Vertx vertx, URI base, String internalKey, long mostBytes) {
        this.mostBytes = mostBytes;
        this.vertx = vertx;
        this.http = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(AT_ONCE)
                .setMaxWaitQueueSize(WAITING)
                .setKeepAlive(true)
                .setConnectTimeout((int) LONGEST.toMillis())
                .setTcpNoDelay(true));
        this.address = base.resolve("/internal/v1/raw-payloads/put").toString();
        this.internalKey = internalKey;
    }

    @Override
    public CompletionStage<RawKept> keep(RawPut put) {
        byte[] body = ProtocolCodec.encode(put);
        if (underWay.addAndGet(body.length) > mostBytes) {
            underWay.addAndGet(-body.length);
            return CompletableFuture.failedFuture(new IllegalStateException("too much is under way"));
        }
        CompletableFuture<RawKept> kept = new CompletableFuture<>();
        // On an event loop throughout: a callback that another thread attaches may come after the response has gone by.
        vertx.runOnContext(here -> post(body).onComplete(kept::complete, kept::completeExceptionally));
        return kept.whenComplete((answer, failure) -> underWay.addAndGet(-body.length));
    }

    private Future<RawKept> post(byte[] body) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(address)
                .setTimeout(LONGEST.toMillis())
                .putHeader("Content-Type", "application/json")
                .putHeader("Authorization", "Bearer " + internalKey);
        return http.request(options)
                .compose(request -> request.send(Buffer.buffer(body)))
                .compose(response -> response.body().compose(read -> kept(response.statusCode(), read)));
    }

    private static Future<RawKept> kept(int status, Buffer body) {
        if (status != 200) {
            return Future.failedFuture("context-store answered " + status);
        }
        try {
            return Future.succeededFuture(ProtocolCodec.decode(body.getBytes(), RawKept.class));
        } catch (UndecodableException unreadable) {
            return Future.failedFuture("context-store answered what nobody reads");
        }
    }
}
