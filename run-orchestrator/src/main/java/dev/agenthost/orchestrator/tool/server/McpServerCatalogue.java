package dev.agenthost.orchestrator.tool.server;

import dev.agenthost.door.version.ExpectedVersion;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servers that people keep. A change is in effect for every call that begins after it, on every replica. */
public interface McpServerCatalogue {
    Uni<Optional<McpServer>> find(String workspaceId, String serverId);

    /** Those of them that are there. */
    Uni<List<McpServer>> find(String workspaceId, Collection<String> serverIds);

    /** In the order of their ids. */
    Uni<List<McpServer>> page(String workspaceId, @Nullable String after, int most);

    /** A new one, in its first version. */
    Uni<Written> create(McpServer server);

    /** @param expected the version that is replaced */
    Uni<Written> replace(McpServer server, ExpectedVersion expected);

    Uni<Written> delete(String workspaceId, String serverId, ExpectedVersion expected);
}
