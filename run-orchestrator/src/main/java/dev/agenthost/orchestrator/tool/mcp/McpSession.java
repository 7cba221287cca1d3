package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** One session with a server. The session begins with the first request; after its end it stays ended. Never blocks. */
public interface McpSession {
    /** The most bytes of a response, with all frames before it. */
    int MOST = 2 * 1024 * 1024;

    /** The first request of a session. It is never cancelled: a session requires its response. */
    String INITIALIZE = "initialize";

    /**
     * Sends one request. Fails with {@link McpException} only. On cancellation, or after the limit, the session sends {@code
     * notifications/cancelled}.
     *
     * @return the {@code result} of the response
     */
    Uni<JsonNode> request(String method, ObjectNode params, Duration limit);

    /** Sends a notification. Never fails: a lost notification is harmless. */
    Uni<Void> sendNotification(String method, ObjectNode params);

    /** Sets the protocol version of all later requests. */
    void setProtocolVersion(String version);

    boolean isOver();

    /** Returns true if the session ended because the process of the server ended, not because the server dropped the session. */
    boolean hasFailed();

    void close();

    /** Opens sessions. */
    interface Dialer {
        /** @param noticed receives the method of each notification of the server */
        McpSession dial(java.util.function.Consumer<String> noticed);
    }
}
