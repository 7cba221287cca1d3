package dev.agenthost.orchestrator.runner;

/** A reason of the host to close a connection: the WebSocket close code and its text. */
public enum CloseReason {
    BAD_HANDSHAKE(4400, "the plugin did not complete its registration"),
    WRONG_KEY(4401, "wrong runner key"),
    KEYS_NOT_READ(1013, "the keys are still being read, try again"),
    KEY_REVOKED(4401, "this runner key was revoked"),
    NOT_ITS_PLUGIN(4403, "this key may not register this plugin"),
    TOO_LARGE(1009, "more came than a registration may have"),
    HANDSHAKE_TIMEOUT(4408, "registration took too long"),
    SILENT(4408, "no sign of life"),
    UNFINISHED(4413, "the end of a large message did not come"),
    TOO_SLOW(4413, "the other side does not read what it is sent");

    private final int code;
    private final String reason;

    CloseReason(int code, String reason) {
        this.code = code;
        this.reason = reason;
    }

    public int code() {
        return code;
    }

    public String reason() {
        return reason;
    }
}
