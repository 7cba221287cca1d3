package dev.agenthost.orchestrator.tool.postgres;

import dev.agenthost.orchestrator.tool.McpServer;
import dev.agenthost.orchestrator.tool.McpServerDocument;
import dev.agenthost.platform.postgres.VersionedTable;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;

/** {@code runs.mcp_servers}. */
public final class McpServerTable {
    public static final VersionedTable<McpServer> TABLE = VersionedTable.ofDocuments(
            "runs.mcp_servers",
            "mcp_server",
            "server_id",
            true,
            McpServerDocument::of,
            (document, id, workspaceId, version) -> ProtocolCodec.decode(document, McpServerDocument.class)
                    .server(id, workspaceId)
                    .withVersion(version),
            List.of());

    private McpServerTable() {}
}
