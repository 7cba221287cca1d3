package dev.agenthost.platform.rest.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/**
 * Closes the connection of a request that was answered before its body was read. A connection that is closed while the sender still writes
 * is reset, and the sender may see that instead of the answer (RFC 9112, section 9.6). So the rest of the body is read and dropped first,
 * within limits.
 */
final class LingeringClose {
    /** Longest time until the connection is closed, in milliseconds. */
    static final long MOST_MILLISECONDS = 5_000;

    /** Most bytes that are dropped (32 MiB). */
    static final long MOST_BYTES = 32L * 1024 * 1024;

    private final HttpServerRequest request;
    private long dropped;

    private LingeringClose(HttpServerRequest request) {
        this.request = request;
    }

    /** Called on the context of the request, after its answer. */
    static void of(HttpServerRequest request, Vertx vertx) {
        if (request.isEnded()) {
            request.connection().close();
            return;
        }
        LingeringClose closing = new LingeringClose(request);
        long timer =
                vertx.setTimer(MOST_MILLISECONDS, due -> request.connection().close());
        request.connection().closeHandler(closed -> vertx.cancelTimer(timer));
        request.handler(piece -> closing.drop(piece.length()));
        request.endHandler(end -> request.connection().close());
        request.resume();
    }

    private void drop(int bytes) {
        dropped += bytes;
        if (dropped > MOST_BYTES) {
            request.connection().close();
        }
    }
}
