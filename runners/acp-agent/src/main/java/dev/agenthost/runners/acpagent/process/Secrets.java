package dev.agenthost.runners.acpagent.process;

import java.util.Collection;
import java.util.List;

/** Values of an agent's environment that must not be read anywhere else. */
public record Secrets(List<String> values) {
    private static final int SHORTEST = 6;

    public Secrets {
        values = List.copyOf(values);
    }

    static Secrets of(Collection<String> values) {
        return new Secrets(values.stream()
                .filter(value -> value.length() >= SHORTEST)
                .distinct()
                .toList());
    }

    /** The text without them. */
    public String without(String text) {
        String clean = text;
        for (String value : values) {
            clean = clean.replace(value, "***");
        }
        return clean;
    }
}
