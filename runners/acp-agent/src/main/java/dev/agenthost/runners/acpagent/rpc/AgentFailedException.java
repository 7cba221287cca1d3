package dev.agenthost.runners.acpagent.rpc;

/** A turn has failed. The message is for operators. */
public final class AgentFailedException extends Exception {
    /** The cause, as the code of {@code run.failed}. */
    public enum Code {
        NO_PROFILE("no_profile", false),
        BUSY("busy", true),
        NOT_STARTED("not_started", false),
        START_TIMEOUT("start_timeout", true),
        PROTOCOL("protocol", false),
        AUTH_REQUIRED("auth_required", false),
        AGENT_ERROR("agent_error", false),
        CRASHED("crashed", true),
        TIMEOUT("timeout", true),
        OUTPUT_TOO_LARGE("output_too_large", false),
        REFUSED("refused", false),
        CANCELLED("cancelled", false);

        private final String wire;
        private final boolean retryable;

        Code(String wire, boolean retryable) {
            this.wire = "acp_agent." + wire;
            this.retryable = retryable;
        }

        public String wire() {
            return wire;
        }

        public boolean retryable() {
            return retryable;
        }
    }

    private static final long serialVersionUID = 1L;

    private final Code code;

    public AgentFailedException(Code code, String message) {
        super(message);
        this.code = code;
    }

    public Code code() {
        return code;
    }

    public String why() {
        return String.valueOf(getMessage());
    }
}
