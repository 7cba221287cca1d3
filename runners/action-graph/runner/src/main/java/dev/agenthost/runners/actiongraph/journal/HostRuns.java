package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The runs of the host that have stored graphs, each asked for once. A run and its cleanup may ask at once. */
final class HostRuns {
    private final HostApi api;
    private final boolean isReadable;
    private final Map<String, Boolean> known = new HashMap<>();

    /** @param isReadable true if the run may ask the host about its other runs; otherwise each of them counts as continued */
    HostRuns(HostApi api, boolean isReadable) {
        this.api = api;
        this.isReadable = isReadable;
    }

    /**
     * Returns true if an event may still continue a graph that waits; a run that is not known any more is no reason to doubt it.
     *
     * @param id of the run; null if it is not known
     */
    synchronized boolean isContinued(@Nullable String id) {
        return !isReadable || id == null || known.computeIfAbsent(id, this::read);
    }

    private boolean read(String id) {
        try {
            String status = api.call(
                            "run_get", JsonNodeFactory.instance.objectNode().put("target_run_id", id))
                    .path("status")
                    .asText();
            return !status.equals("cancelled") && !status.equals("failed");
        } catch (AgentApiException unknown) {
            return true;
        }
    }
}
