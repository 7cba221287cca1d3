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
 * One server, shared by all runs of a workspace. The session begins with the first request and again after its end; a server that was
 * unreachable, or died soon, is not called for a growing pause.
 */
final class McpClient {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";
    private static final String VERSION = "2025-06-18";
    private static final Set<String> SPOKEN = Set.of("2025-11-25", VERSION, "2025-03-26", "2024-11-05");
    private static final Duration BEGINNING = Duration.ofSeconds(20);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final int MOST_AT_ONCE = 128;

    private final McpSession.Dialer dialer;
    private final LongSupplier nanos;
    private final CircuitBreaker breaker;
    private final ToolList list;
    private final AtomicInteger underWay = new AtomicInteger();
    private @Nullable McpSession link;
    private @Nullable Uni<McpSession> beginning;
    private long begunAt;
    private String failure = "The server failed";
    private volatile long usedAt;
    private boolean closed;

    /** @param longest the longest pause of a server that fails repeatedly */
    McpClient(String serverId, McpSession.Dialer dialer, Duration longest, LongSupplier nanos) {
        this.dialer = dialer;
        this.nanos = nanos;
        this.breaker = new CircuitBreaker(new CircuitBreaker.Policy(1, FIRST_PAUSE, longest));
        this.list = new ToolList(serverId, (params, limit) -> asked("tools/list", params, limit, () -> true), nanos);
        this.usedAt = nanos.getAsLong();
    }

    Uni<McpToolListing> tools(Duration limit) {
        usedAt = nanos.getAsLong();
        return list.now(limit);
    }

    /** The last listing, however old. */
    Optional<McpToolListing> lastKnown() {
        return list.lastKnown();
    }

    /** @param mayCall checked before each outbound call */
    Uni<JsonNode> call(String tool, ObjectNode arguments, Duration limit, BooleanSupplier mayCall) {
        usedAt = nanos.getAsLong();
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", tool);
        params.set("arguments", arguments);
        return asked("tools/call", params, limit, mayCall).onTermination().invoke(() -> usedAt = nanos.getAsLong());
    }

    /** Returns true if there was no request for that long, and none is pending. */
    boolean isIdle(Duration since) {
        return underWay.get() == 0 && nanos.getAsLong() - usedAt > since.toNanos();
    }

    synchronized void close() {
        closed = true;
        if (link != null) {
            link.close();
        }
    }

    private Uni<JsonNode> asked(String method, ObjectNode params, Duration limit, BooleanSupplier mayCall) {
        return Uni.createFrom().deferred(() -> {
            if (underWay.incrementAndGet() > MOST_AT_ONCE) {
                underWay.decrementAndGet();
                return failed(Kind.BUSY, "Too much is asked of the server at once");
            }
            Supplier<Uni<JsonNode>> once = () -> opened().chain(open -> mayCall.getAsBoolean()
                    ? open.ask(method, params, limit)
                    : failed(Kind.NOT_OURS, "the host is catching up, try again"));
            // A server that has forgotten the session has done nothing.
            return once.get()
                    .onFailure(why -> why instanceof McpException known && known.kind() == Kind.SESSION_GONE)
                    .recoverWithUni(gone -> once.get())
                    .ifNoItem()
                    .after(limit)
                    .failWith(() -> new McpException(Kind.TOO_LATE, "The server took too long"))
                    .onFailure()
                    .invoke(this::letGo)
                    .onTermination()
                    .invoke(underWay::decrementAndGet);
        });
    }

    private synchronized Uni<McpSession> opened() {
        if (closed) {
            return failed(Kind.UNREACHABLE, "The server was changed meanwhile");
        }
        letGo();
        McpSession now = link;
        if (now != null) {
            return Uni.createFrom().item(now);
        }
        if (beginning != null) {
            return beginning;
        }
        if (breaker.isOpen(nanos.getAsLong())) {
            return failed(Kind.UNREACHABLE, failure + " (a moment ago)");
        }
        beginning = begun().memoize().indefinitely();
        return beginning;
    }

    /** Of a session that is over. A server that had answered for a while may begin again at once. */
    private synchronized void letGo() {
        McpSession now = link;
        if (now != null && now.isOver()) {
            link = null;
            if (now.hasDied() && nanos.getAsLong() - begunAt <= CircuitBreaker.HEALTHY.toNanos()) {
                pause("The server ended");
            }
        }
    }

    private Uni<McpSession> begun() {
        return Uni.createFrom()
                .deferred(() -> {
                    McpSession dialled = dialer.dial(this::noticed);
                    return initialized(dialled)
                            .onFailure()
                            .invoke(dialled::close)
                            .replaceWith(dialled);
                })
                .onItem()
                .invoke(this::began)
                .onFailure()
                .invoke(this::failed);
    }

    private static Uni<Void> initialized(McpSession dialled) {
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("protocolVersion", VERSION);
        params.putObject("capabilities");
        params.putObject("clientInfo").put("name", "agent-host").put("version", "1");
        return dialled.ask(McpSession.INITIALIZE, params, BEGINNING).chain(answer -> {
            String spoken = answer.path("protocolVersion").asText("");
            if (!SPOKEN.contains(spoken)) {
                return failed(Kind.UNREADABLE, "The server speaks a version of MCP that we do not");
            }
            dialled.speak(spoken);
            return dialled.tell("notifications/initialized", JsonNodeFactory.instance.objectNode());
        });
    }

    private synchronized void began(McpSession dialled) {
        beginning = null;
        if (closed) {
            dialled.close();
            return;
        }
        link = dialled;
        begunAt = nanos.getAsLong();
        breaker.recordSuccess(begunAt);
    }

    private synchronized void failed(Throwable why) {
        beginning = null;
        pause(why instanceof McpException known ? known.why() : "The server failed");
    }

    private void pause(String why) {
        failure = why;
        breaker.recordFailure(nanos.getAsLong());
    }

    private void noticed(String method) {
        if (method.equals(LIST_CHANGED)) {
            list.changed();
        }
    }

    private static <T> Uni<T> failed(Kind kind, String why) {
        return Uni.createFrom().failure(new McpException(kind, why));
    }
}
