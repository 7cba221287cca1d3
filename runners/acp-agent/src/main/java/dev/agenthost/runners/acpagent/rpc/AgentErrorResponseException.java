package dev.agenthost.runners.acpagent.rpc;

import dev.agenthost.runners.acpagent.rpc.AgentFailedException.Code;

/** An agent answered a request with an error; its process continues. */
public final class AgentErrorResponseException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 500;

    private final Code code;

    AgentErrorResponseException(Code code, String message) {
        super(message.length() <= LONGEST ? message : message.substring(0, LONGEST));
        this.code = code;
    }

    public AgentFailedException failure() {
        return new AgentFailedException(code, "the agent answered with an error: " + getMessage());
    }

    public boolean isAuthentication() {
        return code == Code.AUTH_REQUIRED;
    }
}
