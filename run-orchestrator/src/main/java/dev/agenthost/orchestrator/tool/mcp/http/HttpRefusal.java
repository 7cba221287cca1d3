package dev.agenthost.orchestrator.tool.mcp.http;

import dev.agenthost.egress.http.OutboundAnswer;
import dev.agenthost.orchestrator.secret.Scrubbed;
import dev.agenthost.orchestrator.secret.Secrecy;
import dev.agenthost.orchestrator.tool.mcp.session.McpFailure;
import dev.agenthost.orchestrator.tool.mcp.session.McpFailure.Kind;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * An answer that is not 2xx. 404 to a session says that it is gone and that nothing was done. Many servers say 400 instead: then the
 * session is over too, and whoever asked may ask again only where the answer speaks of sessions.
 */
record HttpRefusal(McpFailure why, boolean endsTheSession) {
    private static final int MOST = 16 * 1024;
    private static final Duration READING = Duration.ofSeconds(2);
    private static final Pattern OF_SESSIONS = Pattern.compile("(?i)session|not initialized");

    static Uni<HttpRefusal> read(OutboundAnswer answer, boolean hasSession, Secrecy secrecy) {
        if (answer.status() == 404 && hasSession) {
            answer.drop();
            return Uni.createFrom().item(gone());
        }
        return answer.body(MOST, READING)
                .map(body -> Scrubbed.without(new String(body, StandardCharsets.UTF_8), secrecy))
                .onFailure()
                .recoverWithItem("")
                .map(said -> of(answer.status(), said, hasSession));
    }

    static HttpRefusal of(int status, String said, boolean hasSession) {
        boolean isOver = hasSession && status == 400;
        return isOver && OF_SESSIONS.matcher(said).find()
                ? gone()
                : new HttpRefusal(
                        new McpFailure(
                                Kind.REFUSED, "The server answered " + status + (said.isEmpty() ? "" : ": " + said)),
                        isOver);
    }

    private static HttpRefusal gone() {
        return new HttpRefusal(
                new McpFailure(Kind.SESSION_GONE, "The server does not know the session any more"), true);
    }
}
