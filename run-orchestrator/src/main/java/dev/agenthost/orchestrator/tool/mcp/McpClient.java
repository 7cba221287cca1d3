package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import dev.agenthost.platform.egress.CircuitBreaker;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The client of one server, shared by all runs of a workspace. The first request opens the session, and the next request after its end
 * opens another. A server that was unreachable, or whose process ended soon, is not called for a growing pause.
 */
final class McpClient {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";
    private static final String VERSION = "2025-06-18";
    private static final Set<String> SUPPORTED_VERSIONS = Set.of("2025-11-25", VERSION, "2025-03-26", "2024-11-05");
    private static final Duration INITIALIZE_LIMIT = Duration.ofSeconds(20);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final int MOST_AT_ONCE = 128;

    private final McpSession.Dialer dialer;
    private final LongSupplier nanos;
    private final CircuitBreaker breaker;
    private final ToolList list;
    private final AtomicInteger pending = new AtomicInteger();
    private @Nullable McpSession session;
    private @Nullable Uni<McpSession> connecting;
    private long connectedAt;
    private String failure = "The server failed";
    private volatile long usedAt;
    private boolean closed;

    /** @param longest the longest pause of a server that fails repeatedly */
    McpClient(String serverId, McpSession.Dialer dialer, Duration longest, LongSupplier nanos) {
        this.dialer = dialer;
        this.nanos = nanos;
        this.breaker = new CircuitBreaker(new CircuitBreaker.Policy(1, FIRST_PAUSE, longest));
        this.list = new ToolList(serverId, (params, limit) -> request("tools/list", params, limit, () -> true), nanos);
        this.usedAt = nanos.getAsLong();
    }

    Uni<McpToolListing> tools(Duration limit) {
        usedAt = nanos.getAsLong();
        return list.now(limit);
    }

    /** Returns the last listing, regardless of its age. */
    Optional<McpToolListing> lastListing() {
        return list.last();
    }

    /** @param mayCall checked before each outbound call */
    Uni<JsonNode> call(String tool, ObjectNode arguments, Duration limit, BooleanSupplier mayCall) {
        usedAt = nanos.getAsLong();
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", tool);
        params.set("arguments", arguments);
        return request("tools/call", params, limit, mayCall).onTermination().invoke(() -> usedAt = nanos.getAsLong());
    }

    /** Returns true if there was no request for that long, and none is pending. */
    boolean isIdle(Duration since) {
        return pending.get() == 0 && nanos.getAsLong() - usedAt > since.toNanos();
    }

    synchronized void close() {
        closed = true;
        if (session != null) {
            session.close();
        }
    }

    private Uni<JsonNode> request(String method, ObjectNode params, Duration limit, BooleanSupplier mayCall) {
        return Uni.createFrom().deferred(() -> {
            if (pending.incrementAndGet() > MOST_AT_ONCE) {
                pending.decrementAndGet();
                return failed(Kind.BUSY, "Too many requests to the server are pending");
            }
            Supplier<Uni<JsonNode>> attempt = () -> connected()
                    .chain(open -> mayCall.getAsBoolean()
                            ? open.request(method, params, limit)
                            : failed(Kind.NOT_OURS, "the host is catching up, try again"));
            // A server that does not know the session did not execute the request.
            return attempt.get()
                    .onFailure(why -> why instanceof McpException known && known.kind() == Kind.SESSION_GONE)
                    .recoverWithUni(gone -> attempt.get())
                    .ifNoItem()
                    .after(limit)
                    .failWith(() -> new McpException(Kind.TOO_LATE, "The server took too long"))
                    .onFailure()
                    .invoke(this::dropEnded)
                    .onTermination()
                    .invoke(pending::decrementAndGet);
        });
    }

    private synchronized Uni<McpSession> connected() {
        if (closed) {
            return failed(Kind.UNREACHABLE, "The definition of the server has changed");
        }
        dropEnded();
        McpSession current = session;
        if (current != null) {
            return Uni.createFrom().item(current);
        }
        if (connecting != null) {
            return connecting;
        }
        if (breaker.isOpen(nanos.getAsLong())) {
            return failed(Kind.UNREACHABLE, failure + " (a moment ago)");
        }
        connecting = connect().memoize().indefinitely();
        return connecting;
    }

    /** Drops a session that has ended. A server whose session was long enough may be connected again at once. */
    private synchronized void dropEnded() {
        McpSession current = session;
        if (current != null && current.isOver()) {
            session = null;
            if (current.hasFailed() && nanos.getAsLong() - connectedAt <= CircuitBreaker.HEALTHY.toNanos()) {
                pause("The server ended");
            }
        }
    }

    private Uni<McpSession> connect() {
        return Uni.createFrom()
                .deferred(() -> {
                    McpSession opened = dialer.dial(this::onNotification);
                    return initialized(opened).onFailure().invoke(opened::close).replaceWith(opened);
                })
                .onItem()
                .invoke(this::onConnected)
                .onFailure()
                .invoke(this::failed);
    }

    private static Uni<Void> initialized(McpSession opened) {
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("protocolVersion", VERSION);
        params.putObject("capabilities");
        params.putObject("clientInfo").put("name", "agent-host").put("version", "1");
        return opened.request(McpSession.INITIALIZE, params, INITIALIZE_LIMIT).chain(answer -> {
            String version = answer.path("protocolVersion").asText("");
            if (!SUPPORTED_VERSIONS.contains(version)) {
                return failed(Kind.UNREADABLE, "The server requires an unsupported version of MCP");
            }
            opened.setProtocolVersion(version);
            return opened.sendNotification("notifications/initialized", JsonNodeFactory.instance.objectNode());
        });
    }

    private synchronized void onConnected(McpSession opened) {
        connecting = null;
        if (closed) {
            opened.close();
            return;
        }
        session = opened;
        connectedAt = nanos.getAsLong();
        breaker.recordSuccess(connectedAt);
    }

    private synchronized void failed(Throwable why) {
        connecting = null;
        pause(why instanceof McpException known ? known.why() : "The server failed");
    }

    private void pause(String why) {
        failure = why;
        breaker.recordFailure(nanos.getAsLong());
    }

    private void onNotification(String method) {
        if (method.equals(LIST_CHANGED)) {
            list.changed();
        }
    }

    private static <T> Uni<T> failed(Kind kind, String why) {
        return Uni.createFrom().failure(new McpException(kind, why));
    }
}
