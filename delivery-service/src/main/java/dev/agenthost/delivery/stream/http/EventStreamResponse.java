package dev.agenthost.delivery.stream.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.stream.LiveFrame;
import dev.agenthost.door.problem.Problem;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * One response, on its own event loop. Its head leaves with the first bytes, or when it is asked to: until then the stream may
 * still turn out to be over (204) or gone (410).
 */
final class EventStreamResponse {

    private static final Buffer COMMENT = Buffer.buffer(":\n\n");

    private final HttpServerResponse response;
    private Buffer gathered = Buffer.buffer();

    EventStreamResponse(HttpServerResponse response) {
        this.response = response;
    }

    void add(LiveFrame frame) {
        gathered.appendBytes(frame.bytes());
    }

    /** Sends what was added, in one write. */
    void flush() {
        if (gathered.length() > 0 && isOpen()) {
            begin();
            response.write(gathered);
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
            response.write(COMMENT.copy());
        }
    }

    /** Nothing more follows; a stream that had nothing to say says so. */
    void end() {
        if (!isOpen()) {
            return;
        }
        flush();
        if (!response.headWritten()) {
            response.setStatusCode(204).end();
        } else {
            response.end();
        }
    }

    /** Refuses, if nothing was said yet; otherwise breaks off: the reader can resume and will learn it then. */
    void refuse(Problem problem, @Nullable String transcript) {
        if (!isOpen()) {
            return;
        }
        if (response.headWritten()) {
            response.reset();
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

    private void begin() {
        if (!response.headWritten() && !response.isChunked()) {
            response.setChunked(true)
                    .putHeader("Content-Type", "text/event-stream")
                    .putHeader("Cache-Control", "no-cache")
                    .putHeader("X-Accel-Buffering", "no");
        }
    }
}
