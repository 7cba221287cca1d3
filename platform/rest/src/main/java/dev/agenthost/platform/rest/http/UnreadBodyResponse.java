package dev.agenthost.platform.rest.http;

import dev.agenthost.platform.rest.Problem;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * A response to a request whose body is not read. The connection is closed after it, and not before the client has sent the body: a client
 * that still sends when its connection is closed fails with a broken pipe, and does not read the response (RFC 9112 §9.6). Until then
 * the bytes are dropped as they arrive, up to a bound of bytes and of time.
 */
final class UnreadBodyResponse {
    /** A client that sends nothing for so long is reading, or gone. */
    private static final Duration IDLE = Duration.ofSeconds(2);

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    private final RoutingContext context;
    private final HttpServerRequest request;
    private final long began = System.nanoTime();
    private long dropped;
    private long timer;
    private boolean closed;

    private UnreadBodyResponse(RoutingContext context) {
        this.context = context;
        this.request = context.request();
    }

    /** Responds with the problem. Called on the event loop of the connection, before anything reads the body. */
    static void send(RoutingContext context, Problem problem) {
        new UnreadBodyResponse(context).send(problem);
    }

    private void send(Problem problem) {
        Buffer body = Buffer.buffer(ProblemResponse.body(problem));
        request.handler(this::drop).endHandler(end -> close()).exceptionHandler(gone -> close());
        waitForBytes();
        // The end of the response would close a connection that the client does not keep.
        request.response()
                .setStatusCode(problem.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()))
                .putHeader(HttpHeaders.CONNECTION, "close")
                .write(body)
                .onFailure(gone -> close());
        request.resume();
    }

    private void drop(Buffer bytes) {
        dropped += bytes.length();
        if (dropped > MOST_BYTES || System.nanoTime() - began > LONGEST.toNanos()) {
            close();
        } else {
            waitForBytes();
        }
    }

    private void waitForBytes() {
        Vertx vertx = context.vertx();
        vertx.cancelTimer(timer);
        timer = vertx.setTimer(IDLE.toMillis(), idle -> close());
    }

    private void close() {
        if (!closed) {
            closed = true;
            context.vertx().cancelTimer(timer);
            request.response().end().onComplete(done -> request.connection().close());
        }
    }
}
