package dev.agenthost.orchestrator.runner;

/** The socket of one connection, as far as the logic above it cares. Neither method blocks, and what is sent stays in order. */
public interface Channel {
    void send(String text);

    /** Closes after what was sent before. */
    void close(int code, String reason);
}
