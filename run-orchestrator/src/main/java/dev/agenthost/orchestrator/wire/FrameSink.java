package dev.agenthost.orchestrator.wire;

/** Where a link's frames go. Nothing here blocks, and what is sent stays in order. */
public interface FrameSink {
    void send(String text);

    /** @param written is run when the other side has taken it, or never will */
    default void send(String text, Runnable written) {
        send(text);
        written.run();
    }

    /** Characters that were sent and that the other side has not read yet. */
    default long unread() {
        return 0;
    }
}
