package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.runner.ClosedFor;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.PluginConnection;
import io.quarkus.websockets.next.CloseReason;
import io.quarkus.websockets.next.WebSocketConnection;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One WebSocket: sends without waiting, counts what the other side has not read yet, and knows when it was last heard. */
final class SocketChannel implements Channel {
    /** Characters under way to a peer that does not read, after which it counts as dead: four of the largest messages. */
    private static final long MOST_UNREAD = 64L * 1024 * 1024;

    private final WebSocketConnection socket;
    private final AtomicLong unread = new AtomicLong();
    private final long openedAt = System.nanoTime();
    private volatile long seenAt = openedAt;
    private volatile long lookedAt = openedAt;
    private volatile @Nullable PluginConnection connection;

    SocketChannel(WebSocketConnection socket) {
        this.socket = socket;
    }

    void serve(PluginConnection served) {
        connection = served;
    }

    @Nullable
    PluginConnection connection() {
        return connection;
    }

    void seen() {
        seenAt = System.nanoTime();
    }

    @Override
    public void send(String text) {
        send(text, () -> {});
    }

    @Override
    public void send(String text, Runnable written) {
        if (unread.addAndGet(text.length()) > MOST_UNREAD) {
            end(ClosedFor.TOO_SLOW);
            return;
        }
        socket.sendText(text).subscribe().with(sent -> taken(text, written), failed -> taken(text, written));
    }

    private void taken(String text, Runnable written) {
        unread.addAndGet(-text.length());
        written.run();
    }

    @Override
    public long unread() {
        return unread.get();
    }

    @Override
    public void close(int code, String reason) {
        socket.close(new CloseReason(code, reason)).subscribe().with(closed -> {}, failed -> {});
    }

    /** Pings, and ends a connection that has been silent or undecided for too long. */
    void check(Liveness liveness) {
        long now = System.nanoTime();
        if (liveness.wasAway(lookedAt, now)) {
            seenAt = now;
        }
        lookedAt = now;
        PluginConnection served = connection;
        boolean ready = served != null && served.isReady();
        liveness.verdict(ready, openedAt, seenAt, now)
                .ifPresentOrElse(this::end, () -> socket.sendPing(Buffer.buffer("agenthost"))
                        .subscribe()
                        .with(sent -> {}, failed -> {}));
    }

    private void end(ClosedFor why) {
        PluginConnection served = connection;
        if (served != null) {
            served.end(why);
        } else {
            close(why.code(), why.reason());
        }
    }
}
