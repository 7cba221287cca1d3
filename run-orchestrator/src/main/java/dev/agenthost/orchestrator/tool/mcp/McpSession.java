package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** One session with a server. The session begins with the first request; after its end it stays ended. Never blocks. */
public interface McpSession {
    /** The most bytes of one answer, with all frames before it. */
    int MOST = 2 * 1024 * 1024;

    /** The first request of a session. It is never cancelled: without its answer there is no session. */
    String INITIALIZE = "initialize";

    /**
     * Sends one request. Fails with {@link McpException} only. On cancellation, or at the end of the limit, the server is notified that the
     * answer is not awaited any more.
     *
     * @return the {@code result} of the answer
     */
    Uni<JsonNode> ask(String method, ObjectNode params, Duration limit);

    /** Sends a notification. Never fails: a lost notification does no harm. */
    Uni<Void> tell(String method, ObjectNode params);

    /** Sets the protocol version of all later requests. */
    void speak(String version);

    boolean isOver();

    /** Returns true if the session ended because the server died; a server that forgot a session is still there. */
    boolean hasDied();

    void close();

    /** Opens links. */
    interface Dialer {
        /** @param noticed receives the method of each notification of the server */
        McpSession dial(java.util.function.Consumer<String> noticed);
    }
}
