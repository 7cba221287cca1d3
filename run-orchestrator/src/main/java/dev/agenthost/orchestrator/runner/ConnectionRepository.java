package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The runner connections of all replicas. */
public interface ConnectionRepository {
    /**
     * One connection of a live replica.
     *
     * @param room the most concurrent runs; runners of one plugin share it
     * @param free the free slots, at most a second old
     */
    record Connection(String replica, Instant connectedAt, int room, int free) {}

    /**
     * A runner that may serve a workspace, with its connections.
     *
     * @param pluginVersion null if unknown
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
     * A declared runner that is unusable.
     *
     * @param connected the number of connections that declare it
     */
    record Refused(String plugin, RefusedRunner runner, int connected) {}

    /** The runners and refusals that one workspace sees. */
    record RunnerOverview(List<Entry> runners, List<Refused> refused) {
        public RunnerOverview {
            runners = List.copyOf(runners);
            refused = List.copyOf(refused);
        }
    }

    /** The connections of this replica have changed. Never blocks; a failed write is retried. */
    void changed();

    /** Makes every replica refresh the descriptions of the plugins that may serve the workspace. */
    Uni<Void> refresh(String workspaceId);

    /** Returns the runners and refusals, in the order of their ids. */
    Uni<RunnerOverview> overview(String workspaceId);

    /**
     * Returns the newest icon of a connected plugin that may serve the workspace.
     *
     * @param plugin {@code author/name}
     */
    Uni<Optional<Icon>> icon(String workspaceId, String plugin);

    /** The newest manifest of a runner that may serve the workspace, as its plugin or runtime sent it: a JSON text. */
    Uni<Optional<String>> rawManifest(String workspaceId, RunnerId runner);
}
