package dev.agenthost.orchestrator.wire.ws;

import dev.agenthost.orchestrator.wire.Backlog;
import io.netty.channel.ChannelOption;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.WebSocketBase;
import io.vertx.core.http.impl.WebSocketInternal;
import org.jspecify.annotations.Nullable;

/**
 * Reads one socket: each text at once on the socket's own thread, in the order of arrival, and none while it is held. Then TCP holds
 * the other side; that keeps pings waiting, too, so little of what is not read may lie between the two.
 */
public final class SocketReading implements Backlog.Valve {
    /** Bytes that the system keeps for us. It would keep megabytes, and a ping would wait behind all of them. */
    private static final int UNREAD_BYTES = 256 * 1024;

    /** Told in this order and on one thread. What it throws is its own matter: the socket stays as it is. */
    public interface Listener {
        void text(String text);

        /** The other side answered a ping. */
        void pong();

        /** It did what sockets do not do. */
        void broke(Throwable why);

        /** Once, after the last text. @param code null where the connection broke without one */
        void closed(@Nullable Short code);
    }

    private final WebSocketBase socket;
    private final Listener listener;
    private volatile boolean held;
    private boolean over;

    private SocketReading(WebSocketBase socket, Listener listener) {
        this.socket = socket;
        this.listener = listener;
    }

    /** Begins to read. To be called on the socket's own thread, before anything else of it was read. */
    public static SocketReading of(WebSocketBase socket, Listener listener) {
        SocketReading reading = new SocketReading(socket, listener);
        if (socket instanceof WebSocketInternal known) {
            known.channelHandlerContext().channel().config().setOption(ChannelOption.SO_RCVBUF, UNREAD_BYTES);
        }
        socket.textMessageHandler(listener::text);
        socket.pongHandler(data -> listener.pong());
        socket.exceptionHandler(listener::broke);
        socket.closeHandler(closed -> reading.closed());
        return reading;
    }

    /** Whether it is we who do not read. */
    public boolean isHeld() {
        return held;
    }

    @Override
    public synchronized void hold() {
        held = true;
        if (!over) {
            socket.pause();
        }
    }

    @Override
    public synchronized void release() {
        held = false;
        socket.resume();
    }

    /** A text that came before the end is heard before it, though it was held: what is left of them is one reading. */
    private void closed() {
        synchronized (this) {
            over = true;
            socket.resume();
        }
        @Nullable Short code = socket.closeStatusCode();
        Context here = Vertx.currentContext();
        if (here == null) {
            listener.closed(code);
        } else {
            here.runOnContext(next -> listener.closed(code));
        }
    }
}
