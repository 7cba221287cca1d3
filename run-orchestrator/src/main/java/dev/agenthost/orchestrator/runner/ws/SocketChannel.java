package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.orchestrator.runner.Channel;
import java.util.concurrent.atomic.AtomicLong;

/** One WebSocket: sends without waiting, and counts what the other side has not read yet. */
public abstract class SocketChannel implements Channel {
    /** Characters under way to a peer that does not read, after which it counts as gone: four of the largest messages. */
    private static final long MOST_UNREAD = 64L * 1024 * 1024;

    private final AtomicLong unread = new AtomicLong();

    protected abstract SocketReader reading();

    /** @param taken runs when the other side has taken the text, or never will */
    protected abstract void write(String text, Runnable taken);

    /** Ends the connection: the other side does not read. */
    protected abstract void tooSlow();

    @Override
    public final void send(String text) {
        send(text, () -> {});
    }

    @Override
    public final void send(String text, Runnable written) {
        if (unread.addAndGet(text.length()) > MOST_UNREAD) {
            tooSlow();
            return;
        }
        write(text, () -> {
            unread.addAndGet(-text.length());
            written.run();
        });
    }

    @Override
    public final long unread() {
        return unread.get();
    }

    @Override
    public final boolean isHeld() {
        return reading().isHeld();
    }

    @Override
    public final void hold() {
        reading().hold();
    }

    @Override
    public final void release() {
        reading().release();
    }
}
