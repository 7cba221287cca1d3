package dev.agenthost.local.front;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import org.jspecify.annotations.Nullable;

/** A request's body while it is streamed, with a count of its bytes. */
final class CountedBody implements ReadStream<Buffer> {
    private final ReadStream<Buffer> body;
    private long passed;

    CountedBody(ReadStream<Buffer> body) {
        this.body = body;
    }

    /** In bytes. */
    long passed() {
        return passed;
    }

    @Override
    public CountedBody handler(@Nullable Handler<Buffer> handler) {
        body.handler(
                handler == null
                        ? null
                        : part -> {
                            passed += part.length();
                            handler.handle(part);
                        });
        return this;
    }

    @Override
    public CountedBody exceptionHandler(@Nullable Handler<Throwable> handler) {
        body.exceptionHandler(handler);
        return this;
    }

    @Override
    public CountedBody endHandler(@Nullable Handler<Void> handler) {
        body.endHandler(handler);
        return this;
    }

    @Override
    public CountedBody pause() {
        body.pause();
        return this;
    }

    @Override
    public CountedBody resume() {
        body.resume();
        return this;
    }

    @Override
    public CountedBody fetch(long amount) {
        body.fetch(amount);
        return this;
    }
}
