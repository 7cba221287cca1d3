package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A session by streamable HTTP, over the one way out. Each question is a POST, whose answer is JSON or a stream of events. */
public final class HttpMcpSession implements McpSession {
    private static final Duration ASIDE = Duration.ofSeconds(5);
    private static final String SESSION = "Mcp-Session-Id";
    private static final Pattern SESSION_ID = Pattern.compile("[\\x21-\\x7e]{1,512}");

    private final EgressClient outbound;
    private final String url;
    private final Map<String, String> headers;
    private final SecretRedactor secrecy;
    private final Consumer<String> noticed;
    private final AtomicLong ids = new AtomicLong();
    private volatile @Nullable String session;
    private volatile @Nullable String version;
    private volatile boolean over;

    /** @param headers with the secrets in them */
    public HttpMcpSession(
            EgressClient outbound,
            String url,
            Map<String, String> headers,
            SecretRedactor secrecy,
            Consumer<String> noticed) {
        this.outbound = outbound;
        this.url = url;
        this.headers = Map.copyOf(headers);
        this.secrecy = secrecy;
        this.noticed = noticed;
    }

    @Override
    public Uni<JsonNode> ask(String method, ObjectNode params, Duration limit) {
        long id = ids.incrementAndGet();
        AtomicBoolean forgotten = new AtomicBoolean();
        return Uni.createFrom()
                .deferred(() -> post(JsonRpc.request(id, method, params), limit))
                .chain(answer -> answered(answer, id, limit))
                .ifNoItem()
                .after(limit)
                .fail()
                .onFailure()
                .transform(McpHttpErrorMapper::of)
                .onFailure(why -> ((McpException) why).kind() == Kind.TOO_LATE)
                .invoke(() -> forget(method, id, forgotten))
                .onCancellation()
                .invoke(() -> forget(method, id, forgotten));
    }

    private void forget(String method, long id, AtomicBoolean forgotten) {
        if (!method.equals(INITIALIZE) && forgotten.compareAndSet(false, true)) {
            aside(JsonRpc.cancelled(id));
        }
    }

    @Override
    public Uni<Void> tell(String method, ObjectNode params) {
        return post(JsonRpc.notification(method, params), ASIDE)
                .invoke(HttpResponse::drop)
                .replaceWithVoid()
                .onFailure()
                .recoverWithNull();
    }

    @Override
    public void speak(String spoken) {
        version = spoken;
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public boolean hasDied() {
        return false;
    }

    /** A server forgets sessions by itself. */
    @Override
    public void close() {
        over = true;
    }

    private void aside(ObjectNode frame) {
        post(frame, ASIDE).subscribe().with(HttpResponse::drop, unheard -> {});
    }

    private Uni<HttpResponse> post(ObjectNode frame, Duration limit) {
        return outbound.call(new HttpRequest(url, headers(), ProtocolCodec.encode(frame), limit))
                .map(reached -> switch (reached) {
                    case HttpCallResult.Answered(HttpResponse answer) -> answer;
                    case HttpCallResult.Invalid(String why) ->
                        throw new McpException(Kind.MISCONFIGURED, "The server's address may not be called: " + why);
                    case HttpCallResult.Forbidden(String why) ->
                        throw new McpException(Kind.MISCONFIGURED, "The server's address may not be called: " + why);
                    case HttpCallResult.Unreachable nobody ->
                        throw new McpException(Kind.UNREACHABLE, "The server cannot be reached");
                });
    }

    private Map<String, String> headers() {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Content-Type", "application/json");
        all.put("Accept", "application/json, text/event-stream");
        all.put("User-Agent", "agent-host");
        String known = session;
        if (known != null) {
            all.put(SESSION, known);
        }
        String spoken = version;
        if (spoken != null) {
            all.put("MCP-Protocol-Version", spoken);
        }
        return all;
    }

    private Uni<JsonNode> answered(HttpResponse answer, long id, Duration limit) {
        if (answer.status() / 100 != 2) {
            return HttpRefusal.read(answer, session != null, secrecy)
                    .onItem()
                    .invoke(refusal -> over = over || refusal.endsTheSession())
                    .chain(refusal -> Uni.createFrom().failure(refusal.why()));
        }
        String given = answer.header(SESSION);
        if (given != null && session == null && SESSION_ID.matcher(given).matches()) {
            session = given;
        }
        return new HttpReply(id, secrecy, asks -> aside(JsonRpc.answer(asks)), noticed).read(answer, limit);
    }
}
