package dev.agenthost.orchestrator.tool.postgres;

import dev.agenthost.orchestrator.catalogue.CatalogueRepository;
import dev.agenthost.orchestrator.catalogue.postgres.CatalogueTable;
import dev.agenthost.orchestrator.catalogue.postgres.PostgresCatalogueRepository;
import dev.agenthost.orchestrator.tool.McpServer;
import dev.agenthost.orchestrator.tool.McpServerDocument;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.mutiny.sqlclient.Pool;

/** {@code runs.mcp_servers}. */
public final class PostgresMcpServers {
    private static final CatalogueTable<McpServer> TABLE = new CatalogueTable<>(
            "mcp_servers",
            "server_id",
            McpServerDocument::of,
            (document, workspaceId, id, version) -> ProtocolCodec.decode(document, McpServerDocument.class)
                    .server(id, workspaceId)
                    .withVersion(version));

    private PostgresMcpServers() {}

    public static CatalogueRepository<McpServer> in(Pool pool) {
        return new PostgresCatalogueRepository<>(pool, TABLE);
    }
}
