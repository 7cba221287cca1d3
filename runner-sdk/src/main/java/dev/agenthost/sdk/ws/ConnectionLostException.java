package dev.agenthost.sdk.ws;

/** The socket is closed, or was never opened. */
sealed class ConnectionLostException extends Exception permits KeyRefusedException {
    private static final long serialVersionUID = 1L;

    ConnectionLostException(String message) {
        super(message);
    }
}
