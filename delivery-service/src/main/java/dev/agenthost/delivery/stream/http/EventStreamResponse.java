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
 * One response, on its own event loop. Its head is sent with the first bytes, or on request: until then the stream may
 * still prove to be over (204) or expired (410).
 */
final class EventStreamResponse {

    private static final Buffer COMMENT = Buffer.buffer(":\n\n");
    /** Bytes of one write; the completion of each write shows whether the reader reads. */
    private static final int WRITE_BYTES = 32 * 1024;

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private Buffer gathered = Buffer.buffer();
    private int waiting;
    private long lastCompletedNanos;

    EventStreamResponse(HttpServerRequest request) {
        this.request = request;
        this.response = request.response();
    }

    void add(byte[] event) {
        gathered.appendBytes(event);
    }

    /** Returns true if enough bytes are gathered for a write that shows whether the reader reads. */
    boolean hasFullBatch() {
        return gathered.length() >= 2 * WRITE_BYTES;
    }

    /** Sends the gathered bytes. */
    void flush() {
        if (gathered.length() > 0 && isOpen()) {
            writeHead();
            for (int from = 0; from < gathered.length(); from += WRITE_BYTES) {
                write(gathered.slice(from, Math.min(from + WRITE_BYTES, gathered.length())));
            }
            gathered = Buffer.buffer();
        }
    }

    /** Sends the head alone, so that a waiting reader knows that it was admitted. */
    void open() {
        if (isOpen() && !response.headWritten()) {
            writeHead();
            response.write(Buffer.buffer());
        }
    }

    void keepAlive() {
        if (isOpen() && !isFull()) {
            writeHead();
            write(COMMENT.copy());
        }
    }

    /** Ends the response; a stream without frames ends with 204. Completes when the reader has every byte, or never will. */
    Future<Void> end() {
        if (!isOpen()) {
            return Future.succeededFuture();
        }
        flush();
        lastCompletedNanos = System.nanoTime();
        waiting++;
        return (response.headWritten()
                        ? response.end()
                        : response.setStatusCode(204).end())
                .onComplete(done -> completed());
    }

    /** Refuses, if nothing was sent yet; otherwise closes the connection, and the reader gets the reason when it resumes. */
    void refuse(Problem problem, @Nullable String transcript) {
        if (response.closed()) {
            return;
        }
        if (response.headWritten()) {
            abort();
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

    /**
     * Closes the connection, even after the end. An orderly end waits until the reader has read everything, possibly
     * for ever.
     */
    private void abort() {
        if (request.version() != HttpVersion.HTTP_2 && request.connection() instanceof ConnectionBase connection) {
            connection.channel().close();
        } else {
            response.reset();
        }
    }

    /** Returns true if bytes wait for the reader and it has read none for that long. */
    boolean isStuck(Duration timeout) {
        return waiting > 0 && System.nanoTime() - lastCompletedNanos > timeout.toNanos();
    }

    boolean isFull() {
        return response.writeQueueFull();
    }

    boolean isOpen() {
        return !response.ended() && !response.closed();
    }

    void onWritable(Runnable step) {
        response.drainHandler(ignored -> step.run());
    }

    void onClosed(Runnable step) {
        response.closeHandler(ignored -> step.run());
        response.exceptionHandler(failure -> step.run());
    }

    private void write(Buffer bytes) {
        if (waiting++ == 0) {
            lastCompletedNanos = System.nanoTime();
        }
        response.write(bytes).onComplete(done -> completed());
    }

    private void completed() {
        waiting--;
        lastCompletedNanos = System.nanoTime();
    }

    private void writeHead() {
        if (!response.headWritten() && !response.isChunked()) {
            response.setChunked(true)
                    .putHeader("Content-Type", "text/event-stream")
                    .putHeader("Cache-Control", "no-cache")
                    .putHeader("X-Accel-Buffering", "no");
        }
    }
}
