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

/** The head of an answer. Its body is not read until the caller reads it, once, or drops it. */
public final class HttpResponse {
    /** Most bytes of a dropped answer that are still read, so that its connection can be reused. */
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
        // A caller that cancels at the moment of the answer never receives it.
        this.unread = vertx.setTimer(UNREAD.toMillis(), forgotten -> request.reset());
    }

    public int status() {
        return response.statusCode();
    }

    public @Nullable String header(String name) {
        return response.getHeader(name);
    }

    /**
     * Returns the whole body. Fails with {@link ResponseTooLargeException} beyond that size; cancelling resets the
     * call.
     *
     * @param limit longest time between two chunks
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
     * Returns the body in chunks, only as fast as they are requested. Cancelling resets the call.
     *
     * @param idle longest time to wait for the next chunk
     * @param enough true if the body is complete for the caller: cancelling then reads the short rest first
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

    /** Reads and discards the rest of the body; if it does not end soon, the connection is closed. */
    public void drop() {
        vertx.cancelTimer(unread);
        Rest rest = new Rest();
        response.handler(piece -> rest.received(piece.length()));
        response.exceptionHandler(why -> request.reset());
        long timer = vertx.setTimer(REST_TIME.toMillis(), late -> request.reset());
        response.endHandler(end -> vertx.cancelTimer(timer));
        response.resume();
    }

    private final class Rest {
        private int seen;

        void received(int bytes) {
            seen += bytes;
            if (seen > REST) {
                request.reset();
            }
        }
    }
}
