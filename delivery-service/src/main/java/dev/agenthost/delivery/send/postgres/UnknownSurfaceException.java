package dev.agenthost.delivery.send.postgres;

/** A stored part names a surface that this build does not know, such as one that a newer build stored. */
final class UnknownSurfaceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownSurfaceException(String surface) {
        super("the surface " + surface + " is unknown");
    }
}
