package dev.agenthost.orchestrator.tool.mcp;

import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import dev.agenthost.orchestrator.wire.ErrorRedactor;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.security.SecretRedactor;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * An answer that is not 2xx. By the MCP specification, 404 to a request with a session id means that the server does not know the
 * session, and 400 that it did not accept the message. Many servers answer 400 for an unknown session: the session is over then too,
 * and the call is repeated only where the text is about the session itself (ADR 57).
 */
record HttpRefusal(McpException why, boolean endsTheSession) {
    private static final int MOST = 16 * 1024;
    private static final Duration READING = Duration.ofSeconds(2);
    /** Texts of the official SDKs for an unknown session. */
    private static final Pattern UNKNOWN_SESSION = Pattern.compile(
            "(?i)\\bsession[ _-]?id\\b|\\b(?:unknown|invalid|no such) session\\b|\\bsession not found\\b|\\bserver not initialized\\b");

    static Uni<HttpRefusal> read(HttpResponse answer, boolean hasSession, SecretRedactor secrecy) {
        if (answer.status() == 404 && hasSession) {
            answer.drop();
            return Uni.createFrom().item(gone());
        }
        return answer.body(MOST, READING)
                .map(body -> ErrorRedactor.without(new String(body, StandardCharsets.UTF_8), secrecy))
                .onFailure()
                .recoverWithItem("")
                .map(said -> of(answer.status(), said, hasSession));
    }

    static HttpRefusal of(int status, String said, boolean hasSession) {
        boolean isOver = hasSession && status == 400;
        return isOver && UNKNOWN_SESSION.matcher(said).find()
                ? gone()
                : new HttpRefusal(
                        new McpException(
                                Kind.REFUSED, "The server answered " + status + (said.isEmpty() ? "" : ": " + said)),
                        isOver);
    }

    private static HttpRefusal gone() {
        return new HttpRefusal(
                new McpException(Kind.SESSION_GONE, "The server does not know the session any more"), true);
    }
}
