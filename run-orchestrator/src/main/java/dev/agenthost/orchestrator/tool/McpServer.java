package dev.agenthost.orchestrator.tool;

import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server of a workspace.
 *
 * @param serverId the part of tool ids in policies before the slash
 * @param version from 1, raised by each change
 */
public record McpServer(
        String workspaceId,
        String serverId,
        Reach reach,
        @Nullable String description,
        boolean enabled,
        int version) implements VersionedItem<McpServer> {
    public McpServer {
        Fields.text(workspaceId, "workspace_id");
        Fields.text(serverId, "server_id");
        Fields.required(reach, "kind");
    }

    /** The address of the server. */
    public sealed interface Reach {
        /** @param headers sent with each call */
        record Http(String url, List<Header> headers) implements Reach {
            public Http {
                Fields.text(url, "url");
                headers = Fields.list(headers, "headers");
            }
        }

        /** @param command the name of a command that the operator lists */
        record Stdio(String command) implements Reach {
            public Stdio {
                Fields.text(command, "command");
            }
        }
    }

    /**
     * A header whose value is a configured secret.
     *
     * @param secretRef the name of a configured secret
     * @param scheme sent before the secret and a blank, for instance {@code Bearer}
     */
    public record Header(
            String name, String secretRef, @Nullable String scheme) {
        public Header {
            Fields.text(name, "name");
            Fields.text(secretRef, "secret_ref");
        }
    }

    @Override
    public String id() {
        return serverId;
    }

    @Override
    public McpServer withVersion(int newVersion) {
        return new McpServer(workspaceId, serverId, reach, description, enabled, newVersion);
    }
}
