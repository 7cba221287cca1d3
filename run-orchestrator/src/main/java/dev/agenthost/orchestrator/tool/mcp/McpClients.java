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

/** The clients of MCP servers on this replica, one for each server of a workspace. A changed definition gets a new client. */
public final class McpClients {
    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final int MOST = 2_000;
    /** The most clients of one workspace, so that no workspace uses all of them. */
    static final int MOST_OF_ONE = 200;

    private static final Duration LONGEST_PAUSE_HTTP = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE_STDIO = Duration.ofMinutes(1);

    private record Name(String workspaceId, String serverId) {}

    private record Entry(McpServer server, McpClient client) {}

    private final Map<Name, Entry> clients = new ConcurrentHashMap<>();
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

    /** @throws McpException if there are too many clients */
    McpClient of(McpServer server) {
        Name name = new Name(server.workspaceId(), server.serverId());
        Entry entry = clients.get(name);
        return entry != null && entry.server().equals(server) ? entry.client() : replace(name, server);
    }

    private synchronized McpClient replace(Name name, McpServer server) {
        Entry entry = clients.get(name);
        if (entry != null && entry.server().equals(server)) {
            return entry.client();
        }
        if (entry == null) {
            checkCapacity(name.workspaceId());
        }
        McpClient created = create(server);
        Entry replaced = clients.put(name, new Entry(server, created));
        if (replaced != null) {
            replaced.client().close();
        }
        return created;
    }

    private void checkCapacity(String workspaceId) {
        if (clients.size() >= MOST) {
            throw new McpException(Kind.BUSY, "This host is connected to too many servers");
        }
        long ofWorkspace = clients.keySet().stream()
                .filter(name -> name.workspaceId().equals(workspaceId))
                .count();
        if (ofWorkspace >= MOST_OF_ONE) {
            throw new McpException(Kind.BUSY, "This workspace is connected to too many servers");
        }
    }

    /** Closes idle clients. */
    public void tick() {
        clients.forEach((name, entry) -> {
            if (entry.client().isIdle(IDLE) && clients.remove(name, entry)) {
                entry.client().close();
            }
        });
    }

    public void close() {
        clients.values().forEach(entry -> entry.client().close());
        clients.clear();
    }

    private McpClient create(McpServer server) {
        return switch (server.reach()) {
            case McpServer.Reach.Http http ->
                new McpClient(
                        server.serverId(),
                        onNotification -> http(http, server.workspaceId(), onNotification),
                        LONGEST_PAUSE_HTTP,
                        nanos);
            case McpServer.Reach.Stdio stdio ->
                new McpClient(
                        server.serverId(),
                        onNotification -> programs.dial(server.workspaceId(), stdio.command(), onNotification),
                        LONGEST_PAUSE_STDIO,
                        nanos);
        };
    }

    private McpSession http(McpServer.Reach.Http http, String workspaceId, Consumer<String> onNotification) {
        Map<String, String> headers = new HashMap<>();
        List<String> sentSecrets = new ArrayList<>();
        for (McpServer.Header header : http.headers()) {
            String secret = secret(header.secretRef(), workspaceId);
            sentSecrets.add(secret);
            headers.put(header.name(), header.scheme() == null ? secret : header.scheme() + " " + secret);
        }
        return new HttpMcpSession(outbound, http.url(), headers, SecretRedactor.of(sentSecrets), onNotification);
    }

    private String secret(String name, String workspaceId) {
        String secret = secrets.of(name, workspaceId);
        if (secret == null) {
            throw new McpException(Kind.MISCONFIGURED, "The secret " + name + " of the server is not configured");
        }
        return secret;
    }
}
