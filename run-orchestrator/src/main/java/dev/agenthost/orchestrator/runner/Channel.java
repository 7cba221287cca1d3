package dev.agenthost.orchestrator.runner;

/** The socket of one connection, as far as the logic above it cares. No method blocks, and what is sent stays in order. */
public interface Channel {
    void send(String text);

    /** @param written is run when the other side has taken it, or never will */
    void send(String text, Runnable written);

    /** Closes after what was sent before. */
    void close(int code, String reason);
}
