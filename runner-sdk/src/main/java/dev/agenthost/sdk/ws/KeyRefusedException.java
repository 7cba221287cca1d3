package dev.agenthost.sdk.ws;

/** The host refuses this key: an early reconnection cannot succeed. */
final class KeyRefusedException extends ConnectionLostException {
    private static final long serialVersionUID = 1L;

    KeyRefusedException() {
        super("the host refuses this key (401): it is wrong, revoked, or not of role runner");
    }
}
