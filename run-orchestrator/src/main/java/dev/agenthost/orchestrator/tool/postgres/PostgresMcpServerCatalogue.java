package dev.agenthost.orchestrator.tool.postgres;

import dev.agenthost.door.version.ExpectedVersion;
import dev.agenthost.orchestrator.tool.server.McpServer;
import dev.agenthost.orchestrator.tool.server.McpServerCatalogue;
import dev.agenthost.orchestrator.tool.server.McpServerDocument;
import dev.agenthost.orchestrator.tool.server.Written;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link McpServerCatalogue} in a table; every change is one statement that says itself what it met. */
public final class PostgresMcpServerCatalogue implements McpServerCatalogue {
    private static final String COLUMNS = "workspace_id, server_id, document::text AS document, version";

    private static final String FIND =
            "SELECT " + COLUMNS + " FROM runs.mcp_servers WHERE workspace_id = $1 AND server_id = $2";

    private static final String FIND_ALL =
            "SELECT " + COLUMNS + " FROM runs.mcp_servers WHERE workspace_id = $1 AND server_id = ANY ($2)";

    private static final String PAGE = "SELECT " + COLUMNS
            + " FROM runs.mcp_servers WHERE workspace_id = $1 AND server_id > $2 ORDER BY server_id LIMIT $3";

    private static final String CREATE = """
            INSERT INTO runs.mcp_servers (workspace_id, server_id, document) VALUES ($1, $2, CAST($3::text AS jsonb))
            ON CONFLICT (workspace_id, server_id) DO NOTHING RETURNING\s""" + COLUMNS;

    private static final String REPLACE = """
            UPDATE runs.mcp_servers SET document = CAST($3::text AS jsonb), version = version + 1, changed_at = clock_timestamp()
            WHERE workspace_id = $1 AND server_id = $2 AND ($4::integer IS NULL OR version = $4) RETURNING\s""" + COLUMNS;

    private static final String DELETE = """
            DELETE FROM runs.mcp_servers
            WHERE workspace_id = $1 AND server_id = $2 AND ($3::integer IS NULL OR version = $3) RETURNING\s""" + COLUMNS;

    /** What is not answered by then counts as failed. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Pool pool;

    public PostgresMcpServerCatalogue(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Optional<McpServer>> find(String workspaceId, String serverId) {
        return ask(FIND, Tuple.of(workspaceId, serverId))
                .map(rows -> rows.stream().findFirst());
    }

    @Override
    public Uni<List<McpServer>> find(String workspaceId, Collection<String> serverIds) {
        return ask(FIND_ALL, Tuple.of(workspaceId, serverIds.toArray(String[]::new)));
    }

    @Override
    public Uni<List<McpServer>> page(String workspaceId, @Nullable String after, int most) {
        return ask(PAGE, Tuple.of(workspaceId, after == null ? "" : after, most));
    }

    @Override
    public Uni<Written> create(McpServer server) {
        return ask(CREATE, Tuple.of(server.workspaceId(), server.serverId(), text(server)))
                .map(rows -> rows.isEmpty() ? new Written.Exists() : new Written.Done(rows.getFirst()));
    }

    @Override
    public Uni<Written> replace(McpServer server, ExpectedVersion expected) {
        return ask(REPLACE, Tuple.of(server.workspaceId(), server.serverId(), text(server), expected.orNull()))
                .chain(rows -> changed(rows, server.workspaceId(), server.serverId()));
    }

    @Override
    public Uni<Written> delete(String workspaceId, String serverId, ExpectedVersion expected) {
        return ask(DELETE, Tuple.of(workspaceId, serverId, expected.orNull()))
                .chain(rows -> changed(rows, workspaceId, serverId));
    }

    private Uni<Written> changed(List<McpServer> rows, String workspaceId, String serverId) {
        return rows.isEmpty()
                ? find(workspaceId, serverId)
                        .map(found -> found.<Written>map(server -> new Written.Stale(server.version()))
                                .orElseGet(Written.Missing::new))
                : Uni.createFrom().item(new Written.Done(rows.getFirst()));
    }

    private Uni<List<McpServer>> ask(String statement, Tuple values) {
        return pool.preparedQuery(statement)
                .execute(values)
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> {
                    List<McpServer> servers = new ArrayList<>();
                    rows.forEach(row -> servers.add(server(row)));
                    return servers;
                });
    }

    private static String text(McpServer server) {
        return new String(ProtocolCodec.encode(McpServerDocument.of(server)), StandardCharsets.UTF_8);
    }

    /** The columns count, not what the document says of itself. */
    private static McpServer server(Row row) {
        try {
            McpServerDocument document = ProtocolCodec.decode(
                    row.getString("document").getBytes(StandardCharsets.UTF_8), McpServerDocument.class);
            return document.server(row.getString("server_id"), row.getString("workspace_id"))
                    .withVersion(row.getInteger("version"));
        } catch (UndecodableException e) {
            throw new IllegalStateException("a server that we wrote cannot be read", e);
        }
    }
}
