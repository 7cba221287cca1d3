package dev.agenthost.orchestrator.room;

import java.util.Map;

/** How large the share of a workspace is where several wait for the same runner: its weight over the sum of the weights of those that wait. */
public record WorkspaceWeights(Map<String, Integer> weights) {
    /** All workspaces alike. */
    public static final WorkspaceWeights EQUAL = new WorkspaceWeights(Map.of());

    public WorkspaceWeights {
        weights = Map.copyOf(weights);
    }

    public int of(String workspaceId) {
        return weights.getOrDefault(workspaceId, 1);
    }
}
