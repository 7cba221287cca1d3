package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server in the format of the REST API and of the table. The id, the workspace and the version are optional. */
public record McpServerDocument(
        @Nullable String serverId,
        @Nullable String workspaceId,
        ServerKind kind,
        @Nullable String url,
        @Nullable List<McpServer.Header> headers,
        @Nullable String command,
        @Nullable String description,
        @Nullable Boolean enabled,
        @Nullable Integer version) {
    public McpServerDocument {
        Fields.required(kind, "kind");
        headers = headers == null ? null : Fields.list(headers, "headers");
    }

    /**
     * Returns the server; its version is 1 if the document has none.
     *
     * @throws InvalidFieldException for a field that servers of this kind do not have
     */
    public McpServer server(String id, String workspace) {
        return new McpServer(workspace, id, reach(), description, Fields.or(enabled, true), Fields.or(version, 1));
    }

    private McpServer.Reach reach() {
        return switch (kind) {
            case HTTP -> {
                refuse(command, "command");
                yield new McpServer.Reach.Http(Fields.text(url, "url"), Fields.list(headers, "headers"));
            }
            case STDIO -> {
                refuse(url, "url");
                refuse(headers, "headers");
                yield new McpServer.Reach.Stdio(Fields.text(command, "command"));
            }
        };
    }

    private void refuse(@Nullable Object value, String field) {
        if (value != null) {
            throw new InvalidFieldException(field, "is not a field of servers of kind " + kind.wire());
        }
    }

    public static McpServerDocument of(McpServer server) {
        return switch (server.reach()) {
            case McpServer.Reach.Http http ->
                new McpServerDocument(
                        server.serverId(),
                        server.workspaceId(),
                        ServerKind.HTTP,
                        http.url(),
                        http.headers(),
                        null,
                        server.description(),
                        server.enabled(),
                        server.version());
            case McpServer.Reach.Stdio stdio ->
                new McpServerDocument(
                        server.serverId(),
                        server.workspaceId(),
                        ServerKind.STDIO,
                        null,
                        null,
                        stdio.command(),
                        server.description(),
                        server.enabled(),
                        server.version());
        };
    }
}
