package dev.agenthost.delivery.surface;

import java.util.Set;

/**
 * An adapter that receives answers as records.
 *
 * @param name of its topic, and of the surface of its events
 * @param workspaceId the adapter's one workspace
 * @param bots the adapter's bots; {@code *} for every bot
 * @param deltas true if it receives deltas of unfinished answers
 */
public record Adapter(String name, String workspaceId, Set<String> bots, boolean deltas) {

    private static final String EVERY_BOT = "*";

    public Adapter {
        bots = Set.copyOf(bots);
    }

    /** Returns true if the adapter may receive answers of that bot. */
    public boolean serves(String workspace, String bot) {
        return workspaceId.equals(workspace) && (bots.contains(EVERY_BOT) || bots.contains(bot));
    }
}
