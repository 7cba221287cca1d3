package dev.agenthost.protocol.inbound;

import dev.agenthost.protocol.event.TriggerSource;
import java.util.HashSet;
import java.util.Set;

/**
 * An entrance as one caller uses it: the only authority there is about the workspace. Nothing in an event can widen it.
 *
 * @param name {@code api}, or an adapter's name: it is a part of the event id, so no adapter can use another's ids; and answers
 *     go back to the surface of this name, where the event does not say
 * @param workspaceId the workspace that the caller's key or the adapter's setting opens
 * @param source what {@code source} is where the event does not say
 * @param sources permitted values of {@code source}, where the event has one
 * @param bots the bots it may speak for; {@code *} for every bot
 * @param streams whether the surface shows an answer while it is being made, where the event does not say
 * @param others names of the workspace's adapters that this entrance is not: an answer cannot be asked for on their surfaces
 */
public record EventOrigin(
        String name,
        String workspaceId,
        TriggerSource source,
        Set<TriggerSource> sources,
        Set<String> bots,
        boolean streams,
        Set<String> others) {

    /** The surface of the chat page, which reads live streams. */
    public static final String WEBUI_SURFACE = "webui";

    /** Stands for every bot. */
    public static final String EVERY_BOT = "*";

    /** Sources of people and programs. */
    private static final Set<TriggerSource> OF_CALLERS = Set.of(TriggerSource.API, TriggerSource.WEBUI);

    /** Sources of adapters. */
    private static final Set<TriggerSource> OF_ADAPTERS = Set.of(TriggerSource.PLATFORM, TriggerSource.HOST_ADAPTER);

    public EventOrigin {
        sources = Set.copyOf(sources);
        bots = Set.copyOf(bots);
        others = Set.copyOf(others);
    }

    /** The HTTP entrance, for the workspace of the caller's key. */
    public static EventOrigin api(String workspaceId) {
        return new EventOrigin("api", workspaceId, TriggerSource.API, OF_CALLERS, Set.of(EVERY_BOT), true, Set.of());
    }

    /** The topic of an adapter. */
    public static EventOrigin adapter(String name, String workspaceId, Set<String> bots) {
        return new EventOrigin(name, workspaceId, TriggerSource.PLATFORM, OF_ADAPTERS, bots, false, Set.of());
    }

    /** The host's own schedules; the only entrance of their events. */
    public static EventOrigin scheduler(String workspaceId) {
        return new EventOrigin(
                "scheduler",
                workspaceId,
                TriggerSource.SCHEDULER,
                Set.of(TriggerSource.SCHEDULER),
                Set.of(EVERY_BOT),
                false,
                Set.of());
    }

    /** The same entrance for a caller whose key is an adapter's: it speaks for a platform. */
    public EventOrigin asAdapter() {
        return new EventOrigin(name, workspaceId, TriggerSource.PLATFORM, OF_ADAPTERS, bots, streams, others);
    }

    /** The same entrance for a caller who speaks for these bots only. */
    public EventOrigin speakingFor(Set<String> bots) {
        return new EventOrigin(name, workspaceId, source, sources, bots, streams, others);
    }

    /** The same entrance beside these adapters. */
    public EventOrigin beside(Set<String> adapters) {
        Set<String> others = new HashSet<>(adapters);
        others.remove(name);
        return new EventOrigin(name, workspaceId, source, sources, bots, streams, others);
    }

    /** True if this origin accepts events of the host's own types. */
    boolean isHosts() {
        return sources.contains(TriggerSource.SCHEDULER) || sources.contains(TriggerSource.SYSTEM);
    }

    /** Returns the surface for answers to an event of this source that names none. */
    String surfaceOf(TriggerSource said) {
        return said == TriggerSource.WEBUI ? WEBUI_SURFACE : name;
    }

    public boolean maySpeakFor(String botId) {
        return bots.contains(EVERY_BOT) || bots.contains(botId);
    }
}
