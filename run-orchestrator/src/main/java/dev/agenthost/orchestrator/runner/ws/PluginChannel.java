package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.orchestrator.runner.CloseReason;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.PluginConnection;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.ServerWebSocket;
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The socket of one plugin process, with the time of its last frame. */
final class PluginChannel extends SocketChannel implements SocketReader.Listener {
    private static final Logger LOG = Logger.getLogger(PluginChannel.class);
    private final String id;
    private final ServerWebSocket socket;
    private final Runnable registered;
    private final BiConsumer<ServerWebSocket, String> refused;
    private final Runnable gone;
    private final SocketReader reading;
    private final long openedAt = System.nanoTime();
    private volatile long seenAt = openedAt;
    private volatile long lookedAt = openedAt;
    private volatile @Nullable PluginConnection connection;

    /**
     * @param connection the connection of the socket
     * @param large the large messages that are read at once
     * @param most bytes before a key is accepted
     * @param registered called when the connection has shown a key or is closed
     * @param refused called with the reason when a key is refused
     * @param gone called when the socket is closed
     */
    PluginChannel(
            String id,
            ServerWebSocket socket,
            HttpConnection connection,
            LargeMessages large,
            long most,
            Runnable registered,
            BiConsumer<ServerWebSocket, String> refused,
            Runnable gone) {
        this.id = id;
        this.socket = socket;
        this.registered = registered;
        this.refused = refused;
        this.gone = gone;
        this.reading = SocketReader.of(socket, connection, large, most, this);
    }

    void serve(PluginConnection served) {
        connection = served;
    }

    @Override
    public boolean text(String text) {
        seenAt = System.nanoTime();
        PluginConnection served = connection;
        return served == null || served.received(text);
    }

    @Override
    public void tooLarge() {
        end(CloseReason.TOO_LARGE);
    }

    @Override
    public void unfinished() {
        end(CloseReason.UNFINISHED);
    }

    @Override
    public void admitted() {
        registered.run();
        reading.admit();
    }

    @Override
    public void pong() {
        seenAt = System.nanoTime();
    }

    @Override
    public void broke(Throwable why) {
        LOG.warnf("connectionId=%s the socket failed: %s", id, why.toString());
        left("the connection broke");
        socket.close();
    }

    @Override
    public void closed(@Nullable Short code) {
        left("the connection was closed");
    }

    private void left(String why) {
        registered.run();
        gone.run();
        PluginConnection served = connection;
        if (served != null) {
            served.closed(why);
        }
    }

    @Override
    protected SocketReader reading() {
        return reading;
    }

    @Override
    protected void write(String text, Runnable taken) {
        socket.writeTextMessage(text).onComplete(done -> taken.run());
    }

    @Override
    protected void tooSlow() {
        end(CloseReason.TOO_SLOW);
    }

    @Override
    public void close(int code, String reason) {
        if (code == CloseReason.WRONG_KEY.code() || code == CloseReason.NOT_ITS_PLUGIN.code()) {
            refused.accept(socket, reason);
        }
        socket.close((short) code, reason);
        reading.release();
    }

    /** Pings, and closes a connection that is silent, or not ready, for too long. A paused connection is silent because of the host. */
    void check(Liveness liveness) {
        long now = System.nanoTime();
        if (reading.isHeld() || liveness.wasAway(lookedAt, now)) {
            seenAt = now;
        }
        lookedAt = now;
        PluginConnection served = connection;
        boolean ready = served != null && served.isReady();
        liveness.verdict(ready, openedAt, seenAt, now)
                .ifPresentOrElse(this::end, () -> socket.writePing(Buffer.buffer("agenthost")));
    }

    private void end(CloseReason why) {
        PluginConnection served = connection;
        if (served != null) {
            served.end(why);
        } else {
            close(why.code(), why.reason());
        }
    }
}
