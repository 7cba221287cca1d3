package dev.agenthost.orchestrator.tool.mcp;

import dev.agenthost.orchestrator.tool.McpServer;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.platform.security.Secrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The servers that this replica speaks with, each once for its workspace. One that was changed is another. */
public final class McpClients {
    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final int MOST = 2_000;
    /** So that no workspace leaves the others without. */
    static final int MOST_OF_ONE = 200;

    private static final Duration LONGEST_REST_HTTP = Duration.ofSeconds(10);
    private static final Duration LONGEST_REST_STDIO = Duration.ofMinutes(1);

    private record Name(String workspaceId, String serverId) {}

    private record Held(McpServer server, McpClient client) {}

    private final Map<Name, Held> held = new ConcurrentHashMap<>();
    private final EgressClient outbound;
    private final StdioPrograms programs;
    private final Secrets secrets;
    private final LongSupplier nanos;

    public McpClients(EgressClient outbound, StdioPrograms programs, Secrets secrets, LongSupplier nanos) {
        this.outbound = outbound;
        this.programs = programs;
        this.secrets = secrets;
        this.nanos = nanos;
    }

    /** @throws McpException where there are too many */
    McpClient of(McpServer server) {
        Name name = new Name(server.workspaceId(), server.serverId());
        Held now = held.get(name);
        return now != null && now.server().equals(server) ? now.client() : anew(name, server);
    }

    private synchronized McpClient anew(Name name, McpServer server) {
        Held now = held.get(name);
        if (now != null && now.server().equals(server)) {
            return now.client();
        }
        if (now == null) {
            room(name.workspaceId());
        }
        McpClient made = made(server);
        Held replaced = held.put(name, new Held(server, made));
        if (replaced != null) {
            replaced.client().close();
        }
        return made;
    }

    private void room(String workspaceId) {
        if (held.size() >= MOST) {
            throw new McpException(Kind.BUSY, "This host speaks with too many servers at once");
        }
        long theirs = held.keySet().stream()
                .filter(name -> name.workspaceId().equals(workspaceId))
                .count();
        if (theirs >= MOST_OF_ONE) {
            throw new McpException(Kind.BUSY, "This workspace speaks with too many servers at once");
        }
    }

    /** Lets go what nobody has used for a while. */
    public void tick() {
        held.forEach((name, now) -> {
            if (now.client().isIdle(IDLE) && held.remove(name, now)) {
                now.client().close();
            }
        });
    }

    public void close() {
        held.values().forEach(now -> now.client().close());
        held.clear();
    }

    private McpClient made(McpServer server) {
        return switch (server.reach()) {
            case McpServer.Reach.Http http ->
                new McpClient(
                        server.serverId(),
                        noticed -> http(http, server.workspaceId(), noticed),
                        LONGEST_REST_HTTP,
                        nanos);
            case McpServer.Reach.Stdio stdio ->
                new McpClient(
                        server.serverId(),
                        noticed -> programs.dial(server.workspaceId(), stdio.command(), noticed),
                        LONGEST_REST_STDIO,
                        nanos);
        };
    }

    private McpSession http(McpServer.Reach.Http http, String workspaceId, Consumer<String> noticed) {
        Map<String, String> headers = new HashMap<>();
        List<String> shown = new ArrayList<>();
        for (McpServer.Header header : http.headers()) {
            String secret = secret(header.secretRef(), workspaceId);
            shown.add(secret);
            headers.put(header.name(), header.scheme() == null ? secret : header.scheme() + " " + secret);
        }
        return new HttpMcpSession(outbound, http.url(), headers, SecretRedactor.of(shown), noticed);
    }

    private String secret(String name, String workspaceId) {
        String secret = secrets.of(name, workspaceId);
        if (secret == null) {
            throw new McpException(Kind.MISCONFIGURED, "The secret " + name + " of the server is not configured");
        }
        return secret;
    }
}
