package dev.agenthost.sdk.ws;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads the socket without pause, and assembles fragments into messages. */
final class SocketReader implements WebSocket.Listener {
    private static final int TOO_LARGE = 1009;

    private final Connection connection;
    private final StringBuilder gathered = new StringBuilder();

    SocketReader(Connection connection) {
        this.connection = connection;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        connection.onActivity();
        if (gathered.length() + part.length() > WireFrame.MAX_BYTES) {
            socket.sendClose(TOO_LARGE, "message too large");
            connection.lost();
            return null;
        }
        gathered.append(part);
        if (last) {
            String message = gathered.toString();
            gathered.setLength(0);
            gathered.trimToSize();
            connection.received(message);
        }
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        connection.onActivity();
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
        connection.onActivity();
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
        connection.onActivity();
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        connection.lost();
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        connection.lost();
    }
}
