package dev.agenthost.local.box;

/** The box did not come up; the message says which part failed, why, and where its log is. */
public final class BoxFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    public BoxFailedException(String message) {
        super(message);
    }
}
