package dev.agenthost.runners.actiongraph.journal;

/** A graph that cannot be stored: its declaration, its states and its small outputs exceed a value of the state. */
public final class JournalTooLargeException extends RuntimeException {
    JournalTooLargeException(String runId, Throwable cause) {
        super(
                "The graph " + runId
                        + " cannot be stored: its declaration, its states and its outputs of less than 1 KiB"
                        + " exceed 256 KiB. Calls that it has made are in the audit.",
                cause);
    }
}
