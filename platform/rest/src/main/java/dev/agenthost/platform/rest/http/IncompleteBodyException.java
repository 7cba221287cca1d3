package dev.agenthost.platform.rest.http;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Thrown if the end of a body does not arrive: the connection ended, or the transfer stopped. */
final class IncompleteBodyException extends UncheckedIOException {
    private final boolean connectionClosed;

    IncompleteBodyException(IOException cause) {
        super(cause);
        connectionClosed = cause.getCause() != null;
    }

    /** Returns true if no response can reach the sender, who may have one already. */
    boolean isConnectionClosed() {
        return connectionClosed;
    }
}
