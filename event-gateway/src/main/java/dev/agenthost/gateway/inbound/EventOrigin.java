package dev.agenthost.gateway.inbound;

import dev.agenthost.protocol.event.TriggerSource;
import java.util.HashSet;
import java.util.Set;

/**
 * An entrance with the rights of one caller. It alone determines the workspace; no event can extend these rights.
 *
 * @param name {@code api} or an adapter's name; part of the event id, so adapters cannot share ids; also the default surface for
 *     answers
 * @param workspaceId the workspace of the caller's key or of the adapter's setting
 * @param source the default of {@code source}
 * @param sources permitted values of {@code source}
 * @param bots the bots whose events it may send; {@code *} for all
 * @param streams true if the surface shows unfinished answers, unless the event specifies it
 * @param others names of the workspace's other adapters and of the platforms of the host; an event cannot request answers on their surfaces
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

    /** Matches every bot. */
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

    /** Returns the HTTP entrance for the caller's workspace. */
    public static EventOrigin api(String workspaceId) {
        return new EventOrigin("api", workspaceId, TriggerSource.API, OF_CALLERS, Set.of(EVERY_BOT), true, Set.of());
    }

    /** The topic of an adapter. */
    public static EventOrigin adapter(String name, String workspaceId, Set<String> bots) {
        return new EventOrigin(name, workspaceId, TriggerSource.PLATFORM, OF_ADAPTERS, bots, false, Set.of());
    }

    /** Returns this entrance with the sources of adapters, for an adapter's key. */
    public EventOrigin asAdapter() {
        return new EventOrigin(name, workspaceId, TriggerSource.PLATFORM, OF_ADAPTERS, bots, streams, others);
    }

    /** Returns this entrance, limited to events of these bots. */
    public EventOrigin speakingFor(Set<String> bots) {
        return new EventOrigin(name, workspaceId, source, sources, bots, streams, others);
    }

    /** Returns a copy with {@code others} set. */
    public EventOrigin beside(Set<String> adapters) {
        Set<String> others = new HashSet<>(adapters);
        others.remove(name);
        return new EventOrigin(name, workspaceId, source, sources, bots, streams, others);
    }

    /** Returns the surface for answers to an event of this source that names none. */
    String surfaceOf(TriggerSource stated) {
        return stated == TriggerSource.WEBUI ? WEBUI_SURFACE : name;
    }

    public boolean maySpeakFor(String botId) {
        return bots.contains(EVERY_BOT) || bots.contains(botId);
    }
}
