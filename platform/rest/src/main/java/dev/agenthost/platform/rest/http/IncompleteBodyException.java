package dev.agenthost.platform.rest.http;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A body whose end does not come: its connection ended, or nothing of it arrives any more. */
final class IncompleteBodyException extends UncheckedIOException {
    private final boolean connectionClosed;

    IncompleteBodyException(IOException cause) {
        super(cause);
        connectionClosed = cause.getCause() != null;
    }

    /** True where an answer cannot reach the sender, who may have been answered before. */
    boolean isConnectionClosed() {
        return connectionClosed;
    }
}
