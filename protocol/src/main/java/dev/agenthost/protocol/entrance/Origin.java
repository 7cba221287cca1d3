package dev.agenthost.protocol.entrance;

import dev.agenthost.protocol.event.TriggerSource;
import java.util.HashSet;
import java.util.Set;

/**
 * An entrance as one caller uses it: the only authority there is about the workspace. Nothing in an event can widen it.
 *
 * @param name {@code api}, or an adapter's name: ids of events are told apart by it, so no adapter can take another's; and answers
 *     go back to the surface of this name, where the event does not say
 * @param workspaceId the workspace that the caller's key or the adapter's setting opens
 * @param source what {@code source} is where the event does not say
 * @param bots the bots it may speak for; {@code *} for every bot
 * @param streams whether the surface shows an answer while it is being made, where the event does not say
 * @param others names of the workspace's adapters that this entrance is not: an answer cannot be asked for on their surfaces
 */
public record Origin(
        String name, String workspaceId, TriggerSource source, Set<String> bots, boolean streams, Set<String> others) {

    /** Stands for every bot. */
    public static final String EVERY_BOT = "*";

    public Origin {
        bots = Set.copyOf(bots);
        others = Set.copyOf(others);
    }

    /** The HTTP entrance, for the workspace of the caller's key. */
    public static Origin api(String workspaceId) {
        return new Origin("api", workspaceId, TriggerSource.API, Set.of(EVERY_BOT), true, Set.of());
    }

    /** The topic of an adapter. */
    public static Origin adapter(String name, String workspaceId, Set<String> bots) {
        return new Origin(name, workspaceId, TriggerSource.PLATFORM, bots, false, Set.of());
    }

    /** The same entrance for a caller who speaks for these bots only. */
    public Origin speakingFor(Set<String> bots) {
        return new Origin(name, workspaceId, source, bots, streams, others);
    }

    /** The same entrance beside these adapters. */
    public Origin beside(Set<String> adapters) {
        Set<String> others = new HashSet<>(adapters);
        others.remove(name);
        return new Origin(name, workspaceId, source, bots, streams, others);
    }

    public boolean maySpeakFor(String botId) {
        return bots.contains(EVERY_BOT) || bots.contains(botId);
    }
}
