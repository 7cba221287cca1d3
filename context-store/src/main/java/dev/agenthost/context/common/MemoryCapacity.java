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
    private final Map<String, Long> taken = new HashMap<>();
    private long held;

    /** Lets one workspace use all of it. */
    public MemoryCapacity(long most) {
        this(most, most);
    }

    /** @param share the most of one workspace */
    public MemoryCapacity(long most, long share) {
        if (most < 1 || share < 1) {
            throw new IllegalArgumentException("there is room for one at least");
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
    public synchronized boolean take(String workspaceId, long many) {
        long mine = taken.getOrDefault(workspaceId, 0L);
        if ((held > 0 && many > most - held) || (mine > 0 && many > share - mine)) {
            return false;
        }
        held += many;
        taken.put(workspaceId, mine + many);
        return true;
    }

    public synchronized void free(String workspaceId, long many) {
        held -= many;
        taken.computeIfPresent(workspaceId, (workspace, mine) -> mine == many ? null : mine - many);
    }
}
