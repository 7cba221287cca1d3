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

/** A session by streamable HTTP, through the egress client. Each request is a POST, whose response is JSON or an event stream. */
public final class HttpMcpSession implements McpSession {
    private static final Duration BACKGROUND_LIMIT = Duration.ofSeconds(5);
    private static final String SESSION = "Mcp-Session-Id";
    private static final Pattern SESSION_ID = Pattern.compile("[\\x21-\\x7e]{1,512}");

    private final EgressClient outbound;
    private final String url;
    private final Map<String, String> headers;
    private final SecretRedactor secrecy;
    private final Consumer<String> onNotification;
    private final AtomicLong ids = new AtomicLong();
    private volatile @Nullable String session;
    private volatile @Nullable String version;
    private volatile boolean ended;

    /** @param headers the request headers, including secrets */
    public HttpMcpSession(
            EgressClient outbound,
            String url,
            Map<String, String> headers,
            SecretRedactor secrecy,
            Consumer<String> onNotification) {
        this.outbound = outbound;
        this.url = url;
        this.headers = Map.copyOf(headers);
        this.secrecy = secrecy;
        this.onNotification = onNotification;
    }

    @Override
    public Uni<JsonNode> request(String method, ObjectNode params, Duration limit) {
        long id = ids.incrementAndGet();
        AtomicBoolean cancelled = new AtomicBoolean();
        return Uni.createFrom()
                .deferred(() -> post(JsonRpc.request(id, method, params), limit))
                .chain(answer -> readResponse(answer, id, limit))
                .ifNoItem()
                .after(limit)
                .fail()
                .onFailure()
                .transform(McpHttpErrorMapper::of)
                .onFailure(why -> ((McpException) why).kind() == Kind.TOO_LATE)
                .invoke(() -> cancel(method, id, cancelled))
                .onCancellation()
                .invoke(() -> cancel(method, id, cancelled));
    }

    private void cancel(String method, long id, AtomicBoolean cancelled) {
        if (!method.equals(INITIALIZE) && cancelled.compareAndSet(false, true)) {
            sendInBackground(JsonRpc.cancelled(id));
        }
    }

    @Override
    public Uni<Void> sendNotification(String method, ObjectNode params) {
        return post(JsonRpc.notification(method, params), BACKGROUND_LIMIT)
                .invoke(HttpResponse::drop)
                .replaceWithVoid()
                .onFailure()
                .recoverWithNull();
    }

    @Override
    public void setProtocolVersion(String protocolVersion) {
        version = protocolVersion;
    }

    @Override
    public boolean isOver() {
        return ended;
    }

    @Override
    public boolean hasFailed() {
        return false;
    }

    /** Sends nothing: a server expires its sessions. */
    @Override
    public void close() {
        ended = true;
    }

    private void sendInBackground(ObjectNode frame) {
        post(frame, BACKGROUND_LIMIT).subscribe().with(HttpResponse::drop, failure -> {});
    }

    private Uni<HttpResponse> post(ObjectNode frame, Duration limit) {
        return outbound.call(new HttpRequest(url, headers(), ProtocolCodec.encode(frame), limit))
                .map(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) -> answer;
                    case HttpCallResult.Invalid(String why) ->
                        throw new McpException(Kind.MISCONFIGURED, "The server's address may not be called: " + why);
                    case HttpCallResult.Forbidden(String why) ->
                        throw new McpException(Kind.MISCONFIGURED, "The server's address may not be called: " + why);
                    case HttpCallResult.Unreachable unreachable ->
                        throw new McpException(Kind.UNREACHABLE, "The server cannot be reached");
                });
    }

    private Map<String, String> headers() {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Content-Type", "application/json");
        all.put("Accept", "application/json, text/event-stream");
        all.put("User-Agent", "agent-host");
        String current = session;
        if (current != null) {
            all.put(SESSION, current);
        }
        String protocolVersion = version;
        if (protocolVersion != null) {
            all.put("MCP-Protocol-Version", protocolVersion);
        }
        return all;
    }

    private Uni<JsonNode> readResponse(HttpResponse answer, long id, Duration limit) {
        if (answer.status() / 100 != 2) {
            return HttpRefusal.read(answer, session != null, secrecy)
                    .onItem()
                    .invoke(refusal -> ended = ended || refusal.endsTheSession())
                    .chain(refusal -> Uni.createFrom().failure(refusal.why()));
        }
        String sessionId = answer.header(SESSION);
        if (sessionId != null
                && session == null
                && SESSION_ID.matcher(sessionId).matches()) {
            session = sessionId;
        }
        return new HttpReply(id, secrecy, call -> sendInBackground(JsonRpc.respond(call)), onNotification)
                .read(answer, limit);
    }
}
