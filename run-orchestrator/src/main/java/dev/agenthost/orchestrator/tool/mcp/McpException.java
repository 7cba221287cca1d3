package dev.agenthost.orchestrator.tool.mcp;

/** The failure of a request to a server. */
public final class McpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public enum Kind {
        /** The server is unreachable: nothing was sent. */
        UNREACHABLE,
        /** The server may not be called, or its configuration is incomplete. */
        MISCONFIGURED,
        /** The server refused the request. */
        REFUSED,
        /** The server does not know the session and did not execute the request. */
        SESSION_GONE,
        TOO_LATE,
        TOO_LARGE,
        /** The server sent a message that is not MCP. */
        UNREADABLE,
        /** The server process ended during the call. */
        DIED,
        /** Too many calls of the server are pending: nothing was sent. */
        BUSY,
        /** This replica no longer owns the run: nothing was sent. */
        NOT_OURS,
        /** The server rejects the arguments. */
        WRONG_ARGUMENTS,
        /** The server reports a failure. */
        FAILED
    }

    private final Kind kind;

    public McpException(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the reason for display, without secrets. */
    public String why() {
        String message = getMessage();
        return message == null ? kind.name() : message;
    }
}
