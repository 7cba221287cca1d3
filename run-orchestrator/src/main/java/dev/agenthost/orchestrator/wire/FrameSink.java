package dev.agenthost.orchestrator.wire;

/** Sends the frames of a link. No method blocks, and the frames stay in order. */
public interface FrameSink {
    void send(String text);

    /** @param written runs when the other side has taken the frame, or never will */
    default void send(String text, Runnable written) {
        send(text);
        written.run();
    }

    /** The characters that were sent and are not read by the other side yet. */
    default long unread() {
        return 0;
    }
}
