package dev.agenthost.sdk.ws;

/** The socket is gone, or was never there. */
sealed class ConnectionLostException extends Exception permits KeyRefusedException {
    private static final long serialVersionUID = 1L;

    ConnectionLostException(String message) {
        super(message);
    }
}
