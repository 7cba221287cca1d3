package dev.agenthost.orchestrator.flowcontrol;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Weighted round robin between the workspaces of each shared pool, by start-time fair queueing: each claimed run moves its workspace
 * back by one over its weight. A workspace without queued runs does not accumulate turns. Not thread-safe.
 */
public final class WorkspaceFairQueue {
    private static final class Turns {
        /** The start of the last run claimed. */
        private double now;
        /** Start of the next run of each workspace, if it is later than {@link #now}. */
        private final Map<String, Double> next = new HashMap<>();
    }

    private final WorkspaceWeights weights;
    private final Map<SlotPool, Turns> pools = new HashMap<>();

    public WorkspaceFairQueue(WorkspaceWeights weights) {
        this.weights = weights;
    }

    public WorkspaceWeights weights() {
        return weights;
    }

    /** Removes the pools that no longer exist. */
    public void keepOnly(Collection<SlotPool> connected) {
        pools.keySet().retainAll(connected);
    }

    /** Returns how far each workspace is behind the others, in runs of weight 1; a workspace that is not behind is absent. */
    public Map<String, Double> debts(SlotPool pool) {
        Turns turns = pools.get(pool);
        if (turns == null) {
            return Map.of();
        }
        Map<String, Double> debts = new TreeMap<>();
        turns.next.forEach((workspace, start) -> debts.put(workspace, start - turns.now));
        return debts;
    }

    /** @param workspaces of the runs that a claim took from a pool, one for each run */
    public void claimed(SlotPool pool, List<String> workspaces) {
        if (!pool.isShared() || workspaces.isEmpty()) {
            return;
        }
        Turns turns = pools.computeIfAbsent(pool, one -> new Turns());
        double latest = turns.now;
        for (String workspace : workspaces) {
            double start = Math.max(turns.now, turns.next.getOrDefault(workspace, turns.now));
            turns.next.put(workspace, start + 1.0 / weights.of(workspace));
            latest = Math.max(latest, start);
        }
        turns.now = latest;
        double passed = latest;
        turns.next.values().removeIf(start -> start <= passed);
    }
}
