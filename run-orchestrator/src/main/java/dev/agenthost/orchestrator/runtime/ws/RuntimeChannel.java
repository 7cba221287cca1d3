package dev.agenthost.orchestrator.runtime.ws;

import dev.agenthost.orchestrator.runner.ws.SocketChannel;
import dev.agenthost.orchestrator.runner.ws.SocketReader;
import dev.agenthost.orchestrator.wire.Fragments;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketFrame;
import java.util.List;

/** One dialled socket: sends each message in the runtime's fragments. */
final class RuntimeChannel extends SocketChannel {
    private final WebSocket socket;
    private final Runnable tooSlow;
    private final SocketReader reading;

    RuntimeChannel(WebSocket socket, SocketReader reading, Runnable tooSlow) {
        this.socket = socket;
        this.reading = reading;
        this.tooSlow = tooSlow;
    }

    @Override
    protected SocketReader reading() {
        return reading;
    }

    @Override
    protected void tooSlow() {
        tooSlow.run();
    }

    // The fragments of one message are sent together, without another message between them.
    @Override
    protected synchronized void write(String text, Runnable taken) {
        List<String> pieces = Fragments.of(text);
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
    public void close(int code, String reason) {
        socket.close((short) code, shortened(reason));
        reading.release();
    }

    /** Shortens the reason: a close frame holds at most 123 bytes of it. */
    private static String shortened(String reason) {
        return reason.length() <= 40 ? reason : reason.substring(0, 40);
    }
}
