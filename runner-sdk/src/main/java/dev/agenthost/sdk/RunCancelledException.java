package dev.agenthost.sdk;

/** The run was taken away from its runner: stop, and let this pass. */
public final class RunCancelledException extends RuntimeException {
    /** Why it was taken away. */
    public enum Reason {
        /** The host or a person wants it to stop. */
        CANCELLED,
        /** The run's deadline has passed. */
        DEADLINE,
        /** The connection is gone; the run's id opens nothing any more, on no connection. */
        CONNECTION_LOST
    }

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public RunCancelledException(Reason reason) {
        super("the run was taken away: " + reason);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
