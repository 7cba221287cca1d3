-- The MCP servers of a workspace, as people wrote them. Secrets stand in them by name only. A call reads its row, so a change is in
-- effect for the next one, on every replica.
CREATE TABLE runs.mcp_servers (
    workspace_id text        NOT NULL,
    server_id    text        COLLATE "C" NOT NULL,
    document     jsonb       NOT NULL,
    version      integer     NOT NULL DEFAULT 1,
    changed_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, server_id)
);
