package dev.agenthost.delivery.surface;

import java.util.Set;

/**
 * An adapter that takes answers as records.
 *
 * @param name of its topic, and of the surface of its events
 * @param workspaceId the one workspace it speaks for
 * @param bots the bots it speaks for; {@code *} for every bot
 * @param deltas whether it wants to see an answer while it is being said
 */
public record Adapter(String name, String workspaceId, Set<String> bots, boolean deltas) {

    private static final String EVERY_BOT = "*";

    public Adapter {
        bots = Set.copyOf(bots);
    }

    /** Whether answers of that bot may be shown to it. */
    public boolean speaksFor(String workspace, String bot) {
        return workspaceId.equals(workspace) && (bots.contains(EVERY_BOT) || bots.contains(bot));
    }
}
