package dev.agenthost.gateway.deadletter;

/** The broker did not answer in time, or a topic that is needed does not exist. */
public final class DeadLettersUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message a sentence for the caller */
    public DeadLettersUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }

    public DeadLettersUnavailableException(String message) {
        super(message);
    }
}
