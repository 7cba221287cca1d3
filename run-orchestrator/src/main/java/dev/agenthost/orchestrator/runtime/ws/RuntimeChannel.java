package dev.agenthost.orchestrator.runtime.ws;

import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.runner.ws.SocketReader;
import dev.agenthost.orchestrator.wire.Fragments;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketFrame;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** One socket that we dialled: sends without waiting, in the runtime's pieces, and counts what the runtime has not read yet. */
final class RuntimeChannel implements Channel {
    /** Characters under way to a runtime that does not read, after which it counts as gone: four of the largest messages. */
    private static final long MOST_UNREAD = 64L * 1024 * 1024;

    private final WebSocket socket;
    private final Runnable tooSlow;
    private final SocketReader reading;
    private final AtomicLong unread = new AtomicLong();

    RuntimeChannel(WebSocket socket, SocketReader reading, Runnable tooSlow) {
        this.socket = socket;
        this.reading = reading;
        this.tooSlow = tooSlow;
    }

    @Override
    public void send(String text) {
        send(text, () -> {});
    }

    @Override
    public void send(String text, Runnable written) {
        if (unread.addAndGet(text.length()) > MOST_UNREAD) {
            tooSlow.run();
            return;
        }
        write(Fragments.of(text), () -> {
            unread.addAndGet(-text.length());
            written.run();
        });
    }

    // The pieces of one message stand together: nobody else's comes between them.
    private synchronized void write(List<String> pieces, Runnable taken) {
        int last = pieces.size() - 1;
        for (int i = 0; i <= last; i++) {
            WebSocketFrame frame = i == 0
                    ? WebSocketFrame.textFrame(pieces.get(i), last == 0)
                    : WebSocketFrame.continuationFrame(Buffer.buffer(pieces.get(i)), i == last);
            var written = socket.writeFrame(frame);
            if (i == last) {
                written.onComplete(done -> taken.run());
            }
        }
    }

    @Override
    public long unread() {
        return unread.get();
    }

    @Override
    public boolean isHeld() {
        return reading.isHeld();
    }

    @Override
    public void hold() {
        reading.hold();
    }

    @Override
    public void release() {
        reading.release();
    }

    @Override
    public void close(int code, String reason) {
        socket.close((short) code, shortened(reason));
        reading.release();
    }

    /** A close frame holds at most 123 bytes of it. */
    private static String shortened(String reason) {
        return reason.length() <= 40 ? reason : reason.substring(0, 40);
    }
}
