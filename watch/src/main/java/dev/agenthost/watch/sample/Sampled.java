package dev.agenthost.watch.sample;

import java.util.Map;

/**
 * One number as it was found.
 *
 * @param name after {@code agenthost.<stage>.}; of seconds, it ends so in the exposition
 * @param labels few values each: never an id of an event, a run, a conversation or a person
 * @param inSeconds whether it is a time
 */
public record Sampled(String name, Map<String, String> labels, double value, boolean inSeconds) {
    public Sampled {
        labels = Map.copyOf(labels);
    }

    public static Sampled count(String name, Map<String, String> labels, double value) {
        return new Sampled(name, labels, value, false);
    }

    public static Sampled count(String name, double value) {
        return count(name, Map.of(), value);
    }

    public static Sampled seconds(String name, double value) {
        return new Sampled(name, Map.of(), value, true);
    }
}
