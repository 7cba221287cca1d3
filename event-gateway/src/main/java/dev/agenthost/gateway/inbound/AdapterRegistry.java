package dev.agenthost.gateway.inbound;

import dev.agenthost.protocol.topic.Topics;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The configured adapters, by name. The topic alone identifies the adapter of a record. */
public final class AdapterRegistry {

    private final Map<String, EventOrigin> byName;
    private final List<EventOrigin> bots;

    public AdapterRegistry(Map<String, EventOrigin> byName) {
        this(byName, List.of());
    }

    /**
     * @param bots the entrances of bots that the host itself connects; no other entrance may request answers on their surfaces
     * @throws IllegalArgumentException for an adapter with the name of such a surface: their events would have the same ids
     */
    public AdapterRegistry(Map<String, EventOrigin> byName, Collection<EventOrigin> bots) {
        this.bots = List.copyOf(bots);
        this.bots.stream()
                .map(EventOrigin::name)
                .filter(byName::containsKey)
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "An adapter must not be named " + name + ": bots of that platform exist");
                });
        Map<String, EventOrigin> beside = new HashMap<>();
        byName.forEach((name, origin) -> beside.put(name, origin.beside(ofWorkspace(byName, origin.workspaceId()))));
        this.byName = Map.copyOf(beside);
    }

    /** Returns the HTTP entrance of a workspace; it cannot request answers on the surfaces of these adapters and bots. */
    public EventOrigin api(String workspaceId) {
        return EventOrigin.api(workspaceId).beside(ofWorkspace(byName, workspaceId));
    }

    /** Returns the origin of records on {@code agent.inbound.<name>}; empty if that adapter is not configured. */
    public Optional<EventOrigin> ofTopic(String topic) {
        return topic.startsWith(Topics.INBOUND_PREFIX)
                ? Optional.ofNullable(byName.get(topic.substring(Topics.INBOUND_PREFIX.length())))
                : Optional.empty();
    }

    private Set<String> ofWorkspace(Map<String, EventOrigin> adapters, String workspaceId) {
        return Stream.concat(adapters.values().stream(), bots.stream())
                .filter(adapter -> adapter.workspaceId().equals(workspaceId))
                .map(EventOrigin::name)
                .collect(Collectors.toSet());
    }
}
