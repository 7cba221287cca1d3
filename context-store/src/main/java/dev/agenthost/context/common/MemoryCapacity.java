package dev.agenthost.context.common;

import java.util.HashMap;
import java.util.Map;

/** How much a replica holds at once, of whatever it counts: for all workspaces together, and of that for one alone. */
public final class MemoryCapacity {
    private final long most;
    private final long share;
    private final Map<String, Long> taken = new HashMap<>();
    private long held;

    /** Where one workspace may have all of it. */
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
     * Where nothing is held, there is room for anything, however large; and so in the share of a workspace that holds nothing, where
     * the rest has room.
     *
     * @return whether there is room; whoever has it frees it
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
