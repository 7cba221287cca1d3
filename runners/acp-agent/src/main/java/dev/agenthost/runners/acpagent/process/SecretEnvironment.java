package dev.agenthost.runners.acpagent.process;

import java.util.Collection;
import java.util.List;

/** Values of an agent's environment that must not be read anywhere else. */
public record SecretEnvironment(List<String> values) {
    private static final int SHORTEST = 6;

    public SecretEnvironment {
        values = List.copyOf(values);
    }

    static SecretEnvironment of(Collection<String> values) {
        return new SecretEnvironment(values.stream()
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
