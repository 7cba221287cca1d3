package dev.agenthost.protocol.inbound;

import dev.agenthost.protocol.entrance.Origin;
import dev.agenthost.protocol.topic.Topics;
import java.util.Map;
import java.util.Optional;

/** The adapters that are known, by name; the topic is all there is to tell who speaks. */
public final class Adapters {

    private final Map<String, Origin> byName;

    public Adapters(Map<String, Origin> byName) {
        this.byName = Map.copyOf(byName);
    }

    /** Whom {@code agent.inbound.<name>} may speak for; empty when nobody configured that adapter. */
    public Optional<Origin> ofTopic(String topic) {
        return topic.startsWith(Topics.INBOUND_PREFIX)
                ? Optional.ofNullable(byName.get(topic.substring(Topics.INBOUND_PREFIX.length())))
                : Optional.empty();
    }
}
