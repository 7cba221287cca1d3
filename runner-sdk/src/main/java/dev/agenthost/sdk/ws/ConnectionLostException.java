package dev.agenthost.sdk.ws;

/** The socket is gone, or was never there. */
final class ConnectionLostException extends Exception {
    private static final long serialVersionUID = 1L;

    ConnectionLostException(String message) {
        super(message);
    }
}
