package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** One session with a server. It begins when it is first asked; once it is over it stays so. Never blocks. */
public interface McpSession {
    /** Bytes of one answer, with all that is said on the way to it. */
    int MOST = 2 * 1024 * 1024;

    /** The first question of a session: it is never cancelled, for without its answer there is none. */
    String INITIALIZE = "initialize";

    /**
     * Asks once. Fails with {@link McpException} and nothing else. Giving the answer up, or the end of the limit, tells the server that
     * nobody waits any more.
     *
     * @return the {@code result} of the answer
     */
    Uni<JsonNode> ask(String method, ObjectNode params, Duration limit);

    /** Tells the server something that has no answer. Never fails: what does not arrive is not missed. */
    Uni<Void> tell(String method, ObjectNode params);

    /** From here on this version is spoken. */
    void speak(String version);

    boolean isOver();

    /** Whether it is over because the server is: one that forgot a session is still there. */
    boolean hasDied();

    void close();

    /** Opens links. */
    interface Dialer {
        /** @param noticed is told the method of each notification that the server sends by itself */
        McpSession dial(java.util.function.Consumer<String> noticed);
    }
}
