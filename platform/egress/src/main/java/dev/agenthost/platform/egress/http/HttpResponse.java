package dev.agenthost.platform.egress.http;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The head of an answer. Its body stays where it is until it is read, once, or dropped. */
public final class HttpResponse {
    /** What is still taken of an answer that nobody reads, so that its connection may serve again. */
    private static final int REST = 64 * 1024;

    private static final Duration UNREAD = Duration.ofSeconds(10);
    private static final Duration REST_TIME = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final HttpClientRequest request;
    private final HttpClientResponse response;
    private final long unread;

    HttpResponse(Vertx vertx, HttpClientRequest request, HttpClientResponse response) {
        this.vertx = vertx;
        this.request = request;
        this.response = response;
        // Whoever gave the call up in the moment of its answer never sees it.
        this.unread = vertx.setTimer(UNREAD.toMillis(), forgotten -> request.reset());
    }

    public int status() {
        return response.statusCode();
    }

    public @Nullable String header(String name) {
        return response.getHeader(name);
    }

    /**
     * The whole body. Fails with {@link ResponseTooLargeException} beyond that size; giving it up resets the call.
     *
     * @param limit from one piece to the next
     */
    public Uni<byte[]> body(int most, Duration limit) {
        AtomicInteger size = new AtomicInteger();
        return pieces(limit, () -> false)
                .invoke(piece -> {
                    if (size.addAndGet(piece.length) > most) {
                        throw new ResponseTooLargeException(most);
                    }
                })
                .collect()
                .in(ByteArrayOutputStream::new, ByteArrayOutputStream::writeBytes)
                .map(ByteArrayOutputStream::toByteArray)
                .onFailure()
                .invoke(why -> reset());
    }

    /**
     * The body as it comes, only as fast as it is asked for. Giving it up resets the call.
     *
     * @param idle how long it may be waited for the next piece
     * @param enough whether the body has said all: then giving it up first takes the little that is left
     */
    public Multi<byte[]> pieces(Duration idle, BooleanSupplier enough) {
        vertx.cancelTimer(unread);
        return Multi.createFrom().publisher(new ChunkReader(vertx, response, idle, request::reset, () -> {
            if (enough.getAsBoolean()) {
                drop();
            } else {
                request.reset();
            }
        }));
    }

    /** Ends the call at the other side too. */
    public void reset() {
        vertx.cancelTimer(unread);
        request.reset();
    }

    /** Nobody wants the body; one that does not end soon costs its sender the connection. */
    public void drop() {
        vertx.cancelTimer(unread);
        Rest rest = new Rest();
        response.handler(piece -> rest.seen(piece.length()));
        response.exceptionHandler(why -> request.reset());
        long timer = vertx.setTimer(REST_TIME.toMillis(), late -> request.reset());
        response.endHandler(end -> vertx.cancelTimer(timer));
        response.resume();
    }

    private final class Rest {
        private int seen;

        void seen(int bytes) {
            seen += bytes;
            if (seen > REST) {
                request.reset();
            }
        }
    }
}
