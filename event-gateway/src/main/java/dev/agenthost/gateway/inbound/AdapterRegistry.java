package dev.agenthost.gateway.inbound;

import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.topic.Topics;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The configured adapters, by name. The topic alone identifies the adapter of a record. */
public final class AdapterRegistry {

    /** The names of the platforms that the host itself connects: no other entrance may have one, or request answers there. */
    private static final Set<String> PLATFORMS =
            Arrays.stream(BotPlatform.values()).map(BotPlatform::wire).collect(Collectors.toUnmodifiableSet());

    private final Map<String, EventOrigin> byName;

    /** @throws IllegalArgumentException for an adapter with the name of a platform: its events and those of a bot could have the same ids */
    public AdapterRegistry(Map<String, EventOrigin> byName) {
        PLATFORMS.stream().filter(byName::containsKey).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException("An adapter must not be named " + name
                    + ": the host connects bots of that platform itself. Choose another name, for instance my-" + name);
        });
        Map<String, EventOrigin> beside = new HashMap<>();
        byName.forEach((name, origin) -> beside.put(name, origin.beside(ofWorkspace(byName, origin.workspaceId()))));
        this.byName = Map.copyOf(beside);
    }

    /** Returns the HTTP entrance of a workspace; it cannot request answers on the surfaces of its adapters and of bots. */
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
        return Stream.concat(
                        adapters.values().stream()
                                .filter(adapter -> adapter.workspaceId().equals(workspaceId))
                                .map(EventOrigin::name),
                        PLATFORMS.stream())
                .collect(Collectors.toSet());
    }
}
