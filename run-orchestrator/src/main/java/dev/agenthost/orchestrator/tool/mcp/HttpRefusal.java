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
 * A response that is not 2xx. By the MCP specification, 404 to a request with a session id means an unknown session, and 400 a rejected
 * message. Many servers respond 400 for an unknown session: 400 also ends the session, and the call is retried only if the response
 * text is about the session (ADR 57).
 */
record HttpRefusal(McpException why, boolean endsTheSession) {
    private static final int MOST = 16 * 1024;
    private static final Duration READ_LIMIT = Duration.ofSeconds(2);
    /** Texts of the official SDKs for an unknown session. */
    private static final Pattern UNKNOWN_SESSION = Pattern.compile(
            "(?i)\\bsession[ _-]?id\\b|\\b(?:unknown|invalid|no such) session\\b|\\bsession not found\\b|\\bserver not initialized\\b");

    static Uni<HttpRefusal> read(HttpResponse answer, boolean hasSession, SecretRedactor secrecy) {
        if (answer.status() == 404 && hasSession) {
            answer.drop();
            return Uni.createFrom().item(sessionGone());
        }
        return answer.body(MOST, READ_LIMIT)
                .map(body -> ErrorRedactor.without(new String(body, StandardCharsets.UTF_8), secrecy))
                .onFailure()
                .recoverWithItem("")
                .map(text -> of(answer.status(), text, hasSession));
    }

    static HttpRefusal of(int status, String text, boolean hasSession) {
        boolean isOver = hasSession && status == 400;
        return isOver && UNKNOWN_SESSION.matcher(text).find()
                ? sessionGone()
                : new HttpRefusal(
                        new McpException(
                                Kind.REFUSED, "The server answered " + status + (text.isEmpty() ? "" : ": " + text)),
                        isOver);
    }

    private static HttpRefusal sessionGone() {
        return new HttpRefusal(
                new McpException(Kind.SESSION_GONE, "The server does not know the session any more"), true);
    }
}
