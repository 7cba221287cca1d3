package dev.agenthost.orchestrator.tool.mcp;

/** A server that gave no answer, and why. */
public final class McpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public enum Kind {
        /** Nobody was there: nothing was sent. */
        UNREACHABLE,
        /** It may not be called, or lacks what calling it takes. */
        MISCONFIGURED,
        /** It answered, and would not. */
        REFUSED,
        /** It says that it does not know our session: it did nothing. */
        SESSION_GONE,
        TOO_LATE,
        TOO_LARGE,
        /** The server sent a message that is not MCP. */
        UNREADABLE,
        /** The server process ended during the call. */
        DIED,
        /** Too many calls of the server are under way: nothing was sent. */
        BUSY,
        /** The run is not ours any more: nothing was sent. */
        NOT_OURS,
        /** It says that what it was asked is wrong. */
        WRONG_ARGUMENTS,
        /** It says that it failed. */
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

    /** In words for people, without what must not be repeated. */
    public String why() {
        String message = getMessage();
        return message == null ? kind.name() : message;
    }
}
