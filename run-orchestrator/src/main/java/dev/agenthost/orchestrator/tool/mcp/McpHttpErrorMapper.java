package dev.agenthost.orchestrator.tool.mcp;

import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import dev.agenthost.platform.egress.ServerSentEvents;
import dev.agenthost.platform.egress.http.ResponseTooLargeException;
import java.util.concurrent.TimeoutException;

/** Maps a failure of a call that was sent. */
final class McpHttpErrorMapper {
    private McpHttpErrorMapper() {}

    static McpException of(Throwable why) {
        if (why instanceof McpException known) {
            return known;
        }
        if (why instanceof TimeoutException || why instanceof io.smallrye.mutiny.TimeoutException) {
            return new McpException(Kind.TOO_LATE, "The server took too long");
        }
        if (why instanceof ResponseTooLargeException || why instanceof ServerSentEvents.TooLarge) {
            return new McpException(Kind.TOO_LARGE, "The server's answer is too large");
        }
        return new McpException(Kind.DIED, "The server's response is incomplete");
    }
}
