package dev.agenthost.platform.observability;

import java.util.Map;

/**
 * One sampled number.
 *
 * @param name after {@code agenthost.<stage>.}; of seconds, it ends so in the exposition
 * @param labels few values each: never an id of an event, a run, a conversation or a person
 * @param inSeconds true for a time
 */
public record SampleValue(String name, Map<String, String> labels, double value, boolean inSeconds) {
    public SampleValue {
        labels = Map.copyOf(labels);
    }

    public static SampleValue count(String name, Map<String, String> labels, double value) {
        return new SampleValue(name, labels, value, false);
    }

    public static SampleValue count(String name, double value) {
        return count(name, Map.of(), value);
    }

    public static SampleValue seconds(String name, double value) {
        return new SampleValue(name, Map.of(), value, true);
    }
}
