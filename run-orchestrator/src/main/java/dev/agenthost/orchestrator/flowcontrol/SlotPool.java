package dev.agenthost.orchestrator.flowcontrol;

import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;

/**
 * The connections of this replica that serve the same runners for the same workspaces; they share their slots.
 *
 * @param runners ids of runners
 * @param workspaces workspace ids, or {@value #ANY} alone
 */
public record SlotPool(Set<String> runners, Set<String> workspaces) {
    public static final String ANY = "*";

    /** A run uses a slot of the narrowest pool, so that wider pools stay available to other runs. */
    public static final Comparator<SlotPool> NARROWEST_FIRST = Comparator.comparingInt(SlotPool::width)
            .thenComparingInt(pool -> pool.runners.size())
            .thenComparing(pool -> new TreeSet<>(pool.runners).toString())
            .thenComparing(pool -> new TreeSet<>(pool.workspaces).toString());

    public SlotPool {
        runners = Set.copyOf(runners);
        workspaces = workspaces.contains(ANY) ? Set.of(ANY) : Set.copyOf(workspaces);
    }

    public boolean serves(String runnerId, String workspaceId) {
        return runners.contains(runnerId) && (workspaces.contains(workspaceId) || servesAny());
    }

    public boolean servesAny() {
        return workspaces.contains(ANY);
    }

    /** True if runs of several workspaces may compete for the slots of this pool. */
    public boolean isShared() {
        return width() > 1;
    }

    private int width() {
        return servesAny() ? Integer.MAX_VALUE : workspaces.size();
    }
}
