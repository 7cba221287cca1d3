package dev.agenthost.gateway.inbound;

import dev.agenthost.protocol.topic.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The configured adapters, by name. The topic alone identifies the adapter of a record. */
public final class AdapterRegistry {

    private final Map<String, EventOrigin> byName;

    public AdapterRegistry(Map<String, EventOrigin> byName) {
        Map<String, EventOrigin> beside = new HashMap<>();
        byName.forEach((name, origin) -> beside.put(name, origin.beside(ofWorkspace(byName, origin.workspaceId()))));
        this.byName = Map.copyOf(beside);
    }

    /** Returns the HTTP entrance of a workspace; it cannot request answers on the surfaces of these adapters. */
    public EventOrigin api(String workspaceId) {
        return EventOrigin.api(workspaceId).beside(ofWorkspace(byName, workspaceId));
    }

    /** Returns the origin of records on {@code agent.inbound.<name>}; empty if that adapter is not configured. */
    public Optional<EventOrigin> ofTopic(String topic) {
        return topic.startsWith(Topics.INBOUND_PREFIX)
                ? Optional.ofNullable(byName.get(topic.substring(Topics.INBOUND_PREFIX.length())))
                : Optional.empty();
    }

    private static Set<String> ofWorkspace(Map<String, EventOrigin> adapters, String workspaceId) {
        return adapters.values().stream()
                .filter(adapter -> adapter.workspaceId().equals(workspaceId))
                .map(EventOrigin::name)
                .collect(Collectors.toSet());
    }
}
