package dev.agenthost.sdk.ws;

/** The host gives no socket to this key: to dial again soon changes nothing. */
final class KeyRefusedException extends ConnectionLostException {
    private static final long serialVersionUID = 1L;

    KeyRefusedException() {
        super("the host refuses this key (401): it is wrong, revoked, or not of role runner");
    }
}
