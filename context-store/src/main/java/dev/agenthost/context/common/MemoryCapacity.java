package dev.agenthost.context.common;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits how much a replica holds in memory at once, in units that the caller counts: for all workspaces together, and a share of that
 * for each.
 */
public final class MemoryCapacity {
    private final long most;
    private final long share;
    private final Map<String, Long> usedByWorkspace = new HashMap<>();
    private long used;

    /** Lets one workspace use all of it. */
    public MemoryCapacity(long most) {
        this(most, most);
    }

    /** @param share the most of one workspace */
    public MemoryCapacity(long most, long share) {
        if (most < 1 || share < 1) {
            throw new IllegalArgumentException("the capacity must be at least one");
        }
        this.most = most;
        this.share = share;
    }

    /**
     * Reserves capacity; the caller releases it by {@link #free}. If nothing is held, any amount is granted, and so is any amount to a
     * workspace that holds nothing, if the rest has room.
     *
     * @return false if there is not enough capacity
     */
    public synchronized boolean take(String workspaceId, long amount) {
        long usedHere = usedByWorkspace.getOrDefault(workspaceId, 0L);
        if ((used > 0 && amount > most - used) || (usedHere > 0 && amount > share - usedHere)) {
            return false;
        }
        used += amount;
        usedByWorkspace.put(workspaceId, usedHere + amount);
        return true;
    }

    public synchronized void free(String workspaceId, long amount) {
        used -= amount;
        usedByWorkspace.computeIfPresent(
                workspaceId, (workspace, usedHere) -> usedHere == amount ? null : usedHere - amount);
    }
}
