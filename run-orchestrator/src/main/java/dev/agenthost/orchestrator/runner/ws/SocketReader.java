package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.orchestrator.wire.Backlog;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketBase;
import io.vertx.core.http.impl.WebSocketInternal;
import io.vertx.core.net.impl.ConnectionBase;
import org.jspecify.annotations.Nullable;

/**
 * Reads one socket: each text at once on the socket's own thread, in the order of arrival, and none while reading is paused. TCP then stops
 * the peer. Pings wait too, so the buffers between the two must be small.
 */
public final class SocketReader implements Backlog.Valve {
    /** The receive buffer of the system, in bytes. A ping would wait behind the megabytes of the default. */
    private static final int UNREAD_BYTES = 256 * 1024;

    /** Called in this order and on one thread. Its exceptions do not affect the socket. */
    public interface Listener {
        /** @return false if the text was a fragment of a message whose end is missing */
        boolean text(String text);

        /** The peer exceeded its limit before {@link SocketReader#admit}. */
        default void tooLarge() {}

        /** The end of a large message is overdue. */
        void unfinished();

        /** The peer answered a ping. */
        void pong();

        /** The socket failed or broke its contract. */
        void broke(Throwable why);

        /** Called once, after the last text. @param code null if the connection broke without one */
        void closed(@Nullable Short code);
    }

    private final WebSocketBase socket;
    private final Listener listener;
    private volatile boolean held;
    private final InboundBytes bytes;
    private boolean over;

    private SocketReader(WebSocketBase socket, Listener listener, InboundBytes bytes) {
        this.socket = socket;
        this.listener = listener;
        this.bytes = bytes;
    }

    /** Begins to read. Must be called on the socket's own thread, before any other read of the socket. */
    public static SocketReader of(WebSocket socket, LargeMessages large, Listener listener) {
        Channel channel = socket instanceof WebSocketInternal known
                ? known.channelHandlerContext().channel()
                : null;
        return of(socket, channel, large, Long.MAX_VALUE, listener);
    }

    /**
     * Begins to read a socket whose total bytes are limited until {@link #admit}.
     *
     * @param connection the connection of the socket
     */
    public static SocketReader of(
            ServerWebSocket socket, HttpConnection connection, LargeMessages large, long most, Listener listener) {
        return of(socket, connection instanceof ConnectionBase known ? known.channel() : null, large, most, listener);
    }

    private static SocketReader of(
            WebSocketBase socket, @Nullable Channel channel, LargeMessages large, long most, Listener listener) {
        InboundBytes bytes = new InboundBytes(large, most, new InboundBytes.Excess() {
            @Override
            public void tooLarge() {
                listener.tooLarge();
            }

            @Override
            public void unfinished() {
                listener.unfinished();
            }
        });
        SocketReader reading = new SocketReader(socket, listener, bytes);
        if (channel != null) {
            channel.config().setOption(ChannelOption.SO_RCVBUF, UNREAD_BYTES);
            channel.pipeline().addFirst(bytes);
        }
        socket.textMessageHandler(text -> {
            if (listener.text(text)) {
                bytes.worked();
            }
        });
        socket.pongHandler(data -> listener.pong());
        socket.exceptionHandler(listener::broke);
        socket.closeHandler(closed -> reading.closed());
        return reading;
    }

    /** Removes the limit. Must be called on the socket's own thread. */
    public void admit() {
        bytes.unlimited();
    }

    /** Returns true if this process has paused the reading. */
    public boolean isHeld() {
        return held || bytes.isWaiting();
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

    /** Resumes the socket, so that held texts are read before the end is reported. */
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
