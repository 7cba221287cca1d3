package dev.agenthost.context.common;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits the memory that a replica reserves at a time, in units that the caller counts: in total, and for each workspace.
 */
public final class MemoryCapacity {
    private final long most;
    private final long share;
    private final Map<String, Long> usedByWorkspace = new HashMap<>();
    private long used;

    /** Creates a capacity that one workspace may use completely. */
    public MemoryCapacity(long most) {
        this(most, most);
    }

    /** @param share the limit of one workspace */
    public MemoryCapacity(long most, long share) {
        if (most < 1 || share < 1) {
            throw new IllegalArgumentException("the capacity must be at least one");
        }
        this.most = most;
        this.share = share;
    }

    /**
     * Reserves capacity; the caller releases it by {@link #free}. While nothing is reserved, any amount is granted. A workspace without a
     * reservation may exceed its share, within the total.
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
