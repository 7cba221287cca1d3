package dev.agenthost.local.box;

/** The box did not start; the message names the failed process, the reason and its log. */
public final class BoxFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    public BoxFailedException(String message) {
        super(message);
    }
}
