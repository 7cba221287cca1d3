package dev.agenthost.platform.egress.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Writes a body in pieces: each is requested once the one before it is written, so one piece is in memory at a time. */
final class PieceWriter {
    private final HttpClientRequest request;
    private final HttpBody.Pieces body;
    private final BooleanSupplier mayEnd;
    private final Consumer<String> broken;
    private long written;

    /**
     * @param mayEnd asked before the last piece is written; false if the call is over
     * @param broken receives the reason for which the body was not written whole
     */
    PieceWriter(HttpClientRequest request, HttpBody.Pieces body, BooleanSupplier mayEnd, Consumer<String> broken) {
        this.request = request;
        this.body = body;
        this.mayEnd = mayEnd;
        this.broken = broken;
    }

    void start() {
        request.putHeader("Content-Length", Long.toString(body.length()));
        readNext();
    }

    private void readNext() {
        body.next()
                .get()
                .subscribe()
                .with(
                        this::write,
                        why -> broken.accept(
                                "the body cannot be read: " + why.getClass().getSimpleName()));
    }

    private void write(byte[] piece) {
        written += piece.length;
        if (piece.length == 0 || written > body.length()) {
            broken.accept("the body does not have its length");
        } else if (written < body.length()) {
            request.write(Buffer.buffer(piece))
                    .onSuccess(done -> readNext())
                    .onFailure(why -> broken.accept(why.getClass().getSimpleName()));
        } else if (mayEnd.getAsBoolean()) {
            request.end(Buffer.buffer(piece));
        }
    }
}
