package dev.agenthost.orchestrator.flowcontrol;

import java.util.Map;

/** Weights of workspaces. The share of a workspace in a runner is its weight over the sum of the weights of all that wait for it. */
public record WorkspaceWeights(Map<String, Integer> weights) {
    /** Equal weights for all workspaces. */
    public static final WorkspaceWeights EQUAL = new WorkspaceWeights(Map.of());

    public WorkspaceWeights {
        weights = Map.copyOf(weights);
    }

    public int of(String workspaceId) {
        return weights.getOrDefault(workspaceId, 1);
    }
}
