package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The runner connections of all replicas; every replica answers alike. */
public interface ConnectionRepository {
    /**
     * One connection of a live replica.
     *
     * @param room the most runs at once; runners of one plugin share it
     * @param free the free places, as of a second ago
     */
    record Connection(String replica, Instant connectedAt, int room, int free) {}

    /**
     * A runner that may serve a workspace, where it is connected.
     *
     * @param pluginVersion null where it is not known
     * @param hasIcon true if its plugin has an icon
     */
    record Entry(
            AgentRunnerManifest manifest,
            @Nullable String pluginVersion,
            List<Connection> connections,
            boolean hasIcon) {
        public Entry {
            connections = List.copyOf(connections);
        }
    }

    /**
     * A runner that is declared and cannot be used.
     *
     * @param connected connections that declare it so
     */
    record Refused(String plugin, RefusedRunner runner, int connected) {}

    /** The runners and refusals that one workspace sees. */
    record Sight(List<Entry> runners, List<Refused> refused) {
        public Sight {
            runners = List.copyOf(runners);
            refused = List.copyOf(refused);
        }
    }

    /** The connections of this replica have changed. Never blocks; what cannot be written now is written later. */
    void changed();

    /** Has every replica ask the plugins that may serve the workspace what they are. */
    Uni<Void> refresh(String workspaceId);

    /** In the order of their ids. */
    Uni<Sight> sight(String workspaceId);

    /**
     * The newest picture of a plugin that is connected and may serve the workspace.
     *
     * @param plugin {@code author/name}
     */
    Uni<Optional<Icon>> icon(String workspaceId, String plugin);

    /** The newest manifest of a runner that may serve the workspace, as its plugin or runtime sent it: a JSON text. */
    Uni<Optional<String>> rawManifest(String workspaceId, RunnerId runner);
}
