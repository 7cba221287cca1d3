package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.orchestrator.runner.Channel;
import java.util.concurrent.atomic.AtomicLong;

/** One WebSocket: sends without waiting, and counts the characters that the peer has not read. */
public abstract class SocketChannel implements Channel {
    /** Unread characters above which the peer counts as lost: four of the largest messages. */
    private static final long MOST_UNREAD = 64L * 1024 * 1024;

    private final AtomicLong unread = new AtomicLong();

    protected abstract SocketReader reading();

    /** @param taken runs when the peer has accepted the text, or never will */
    protected abstract void write(String text, Runnable taken);

    /** Closes the connection: the peer does not read. */
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
