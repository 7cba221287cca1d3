package dev.agenthost.delivery.stream.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One response, on its own event loop. Its head leaves with the first bytes, or when it is asked to: until then the stream may
 * still turn out to be over (204) or gone (410).
 */
final class EventStreamResponse {

    private static final Buffer COMMENT = Buffer.buffer(":\n\n");
    /** Of what is written at once: whether a reader takes anything is seen piece by piece. */
    private static final int PIECE = 32 * 1024;

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private Buffer gathered = Buffer.buffer();
    private int waiting;
    private long lastTaken;

    EventStreamResponse(HttpServerRequest request) {
        this.request = request;
        this.response = request.response();
    }

    void add(byte[] event) {
        gathered.appendBytes(event);
    }

    /** Whether what was added is enough to be sent, so that it is seen whether the reader takes it. */
    boolean isMuch() {
        return gathered.length() >= 2 * PIECE;
    }

    /** Sends what was added. */
    void flush() {
        if (gathered.length() > 0 && isOpen()) {
            begin();
            for (int from = 0; from < gathered.length(); from += PIECE) {
                write(gathered.slice(from, Math.min(from + PIECE, gathered.length())));
            }
            gathered = Buffer.buffer();
        }
    }

    /** Sends the head alone, so that whoever waits knows that it was let in. */
    void open() {
        if (isOpen() && !response.headWritten()) {
            begin();
            response.write(Buffer.buffer());
        }
    }

    void keepAlive() {
        if (isOpen() && !isFull()) {
            begin();
            write(COMMENT.copy());
        }
    }

    /** Nothing more follows; a stream that had nothing to say says so. Done when the reader has it all, or never will. */
    Future<Void> end() {
        if (!isOpen()) {
            return Future.succeededFuture();
        }
        flush();
        lastTaken = System.nanoTime();
        waiting++;
        return (response.headWritten()
                        ? response.end()
                        : response.setStatusCode(204).end())
                .onComplete(done -> taken());
    }

    /** Refuses, if nothing was said yet; otherwise breaks off: the reader can resume and will learn it then. */
    void refuse(Problem problem, @Nullable String transcript) {
        if (response.closed()) {
            return;
        }
        if (response.headWritten()) {
            breakOff();
            return;
        }
        ObjectNode body = ProtocolCodec.tree(problem);
        if (transcript != null) {
            body.put("transcript", transcript);
        }
        response.setStatusCode(problem.status())
                .putHeader("Content-Type", Problem.MEDIA_TYPE)
                .end(Buffer.buffer(ProtocolCodec.encode(body)));
    }

    /** Also where it has ended. A polite end waits until the reader has taken what was written, and so may wait for ever. */
    private void breakOff() {
        if (request.version() != HttpVersion.HTTP_2 && request.connection() instanceof ConnectionBase connection) {
            connection.channel().close();
        } else {
            response.reset();
        }
    }

    /** Whether something waits for the reader of which it has taken nothing for that long. */
    boolean isStuck(Duration patience) {
        return waiting > 0 && System.nanoTime() - lastTaken > patience.toNanos();
    }

    boolean isFull() {
        return response.writeQueueFull();
    }

    boolean isOpen() {
        return !response.ended() && !response.closed();
    }

    void onRoom(Runnable step) {
        response.drainHandler(nothing -> step.run());
    }

    void onClosed(Runnable step) {
        response.closeHandler(nothing -> step.run());
        response.exceptionHandler(failure -> step.run());
    }

    private void write(Buffer piece) {
        if (waiting++ == 0) {
            lastTaken = System.nanoTime();
        }
        response.write(piece).onComplete(done -> taken());
    }

    private void taken() {
        waiting--;
        lastTaken = System.nanoTime();
    }

    private void begin() {
        if (!response.headWritten() && !response.isChunked()) {
            response.setChunked(true)
                    .putHeader("Content-Type", "text/event-stream")
                    .putHeader("Cache-Control", "no-cache")
                    .putHeader("X-Accel-Buffering", "no");
        }
    }
}
