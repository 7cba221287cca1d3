package dev.agenthost.orchestrator.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Secrets by the name under which a provider refers to them. */
public final class Secrets {
    private final Map<String, String> values;

    public Secrets(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** Null where there is none of that name, or an empty one. */
    public @Nullable String of(String name) {
        String value = values.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    @Override
    public String toString() {
        return "Secrets" + values.keySet();
    }
}
