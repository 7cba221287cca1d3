package dev.agenthost.runners.actiongraph.turn;

/** The shortest transcript of a conversation exceeds the configured tokens. */
public final class TranscriptTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TranscriptTooLargeException(int minimum, int limit) {
        super("The shortest request has " + minimum + " tokens; max-context-tokens is " + limit);
    }
}
