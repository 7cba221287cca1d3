package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.topic.Topics;
import java.util.Optional;

/**
 * A dead-letter topic of Agent Host. Only these can be read and redriven: a broker may hold topics of others whose names end
 * alike.
 *
 * @param name for instance {@code agent.events.dlq}
 */
public record DeadLetterTopic(String name) {
    private static final String SUFFIX = Topics.dlq("");

    public DeadLetterTopic {
        if (!isOurs(name)) {
            throw new IllegalArgumentException(name + " is no dead-letter topic");
        }
    }

    /** Returns the topic of that name; empty for any other topic. */
    public static Optional<DeadLetterTopic> of(String name) {
        return isOurs(name) ? Optional.of(new DeadLetterTopic(name)) : Optional.empty();
    }

    /** Returns the topic whose records are dead-lettered here; a redriven record goes nowhere else. */
    public String original() {
        return name.substring(0, name.length() - SUFFIX.length());
    }

    private static boolean isOurs(String name) {
        if (!name.endsWith(SUFFIX)) {
            return false;
        }
        String original = name.substring(0, name.length() - SUFFIX.length());
        return Topics.WALK.contains(original)
                || original.startsWith(Topics.INBOUND_PREFIX)
                        && original.length() > Topics.INBOUND_PREFIX.length()
                        && !original.endsWith(SUFFIX);
    }
}
