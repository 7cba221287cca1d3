package dev.agenthost.orchestrator.tool.mcp.http;

import dev.agenthost.egress.http.TooLargeException;
import dev.agenthost.orchestrator.stream.ServerSentEvents;
import dev.agenthost.orchestrator.tool.mcp.session.McpFailure;
import dev.agenthost.orchestrator.tool.mcp.session.McpFailure.Kind;
import java.util.concurrent.TimeoutException;

/** What became of a call that was sent. */
final class HttpTrouble {
    private HttpTrouble() {}

    static McpFailure of(Throwable why) {
        if (why instanceof McpFailure known) {
            return known;
        }
        if (why instanceof TimeoutException || why instanceof io.smallrye.mutiny.TimeoutException) {
            return new McpFailure(Kind.TOO_LATE, "The server took too long");
        }
        if (why instanceof TooLargeException || why instanceof ServerSentEvents.TooLarge) {
            return new McpFailure(Kind.TOO_LARGE, "The server's answer is too large");
        }
        return new McpFailure(Kind.DIED, "The server's answer broke off");
    }
}
