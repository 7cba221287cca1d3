package dev.agenthost.orchestrator.wire;

/** Sends the frames of a link. No method blocks, and the frames stay in order. */
public interface FrameSink {
    void send(String text);

    /** @param written runs once the peer has accepted the frame, or never will */
    default void send(String text, Runnable written) {
        send(text);
        written.run();
    }

    /** Returns the number of sent characters that the peer has not read yet. */
    default long unread() {
        return 0;
    }
}
