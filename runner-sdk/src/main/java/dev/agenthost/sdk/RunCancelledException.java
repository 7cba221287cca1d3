package dev.agenthost.sdk;

/** The run no longer belongs to its runner: stop, and do not catch this exception. */
public final class RunCancelledException extends RuntimeException {
    /** The reason of the cancellation. */
    public enum Reason {
        /** The host or a person has cancelled the run. */
        CANCELLED,
        /** The run's deadline has passed. */
        DEADLINE,
        /** The connection is lost; the run's id is invalid from now on, on every connection. */
        CONNECTION_LOST
    }

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public RunCancelledException(Reason reason) {
        super("the run was cancelled: " + reason);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
