package dev.agenthost.gateway.deadletter;

import dev.agenthost.gateway.inbound.AdapterRegistry;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.topic.Topics;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells which topics belong to one workspace: those of adapters, by the settings. The topics between services belong to all. */
public final class TopicOwners {
    private static final Set<String> PLATFORMS = Stream.of(BotPlatform.values())
            .map(platform -> Topics.inbound(platform.wire()))
            .collect(Collectors.toUnmodifiableSet());

    private final AdapterRegistry adapters;

    public TopicOwners(AdapterRegistry adapters) {
        this.adapters = adapters;
    }

    /**
     * Returns true for the dead letters of an adapter: their headers are the adapter's and prove nothing. Those of a platform that the host
     * connects are written by the host.
     */
    public boolean isOfAdapter(DeadLetterTopic topic) {
        return topic.original().startsWith(Topics.INBOUND_PREFIX) && !PLATFORMS.contains(topic.original());
    }

    /** Returns the workspace of an adapter's topic; empty if the adapter is not configured, and for other topics. */
    public Optional<String> workspace(DeadLetterTopic topic) {
        return adapters.ofTopic(topic.original()).map(EventOrigin::workspaceId);
    }

    /** Returns true if the caller may know that the topic exists. */
    public boolean isVisible(DeadLetterTopic topic, DeadLetterScope scope) {
        return scope.equals(DeadLetterScope.ALL)
                || !isOfAdapter(topic)
                || workspace(topic)
                        .filter(owner -> owner.equals(scope.workspace()))
                        .isPresent();
    }
}
