package dev.agenthost.orchestrator.runner;

/** The socket of one connection, as far as the logic above it cares. No method blocks, and what is sent stays in order. */
public interface Channel {
    void send(String text);

    /** Characters that were sent and that the other side has not read yet. */
    long unread();

    /** Closes after what was sent before. */
    void close(int code, String reason);
}
