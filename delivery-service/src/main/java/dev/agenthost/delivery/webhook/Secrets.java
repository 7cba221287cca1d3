package dev.agenthost.delivery.webhook;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Secrets by the name under which a policy refers to them. */
public final class Secrets {

    private final Map<String, String> values;

    public Secrets(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** Its UTF-8 bytes, or null where there is none of that name, or an empty one. */
    public byte @Nullable [] of(@Nullable String reference) {
        String value = reference == null ? null : values.get(reference);
        return value == null || value.isEmpty() ? null : value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "Secrets" + values.keySet();
    }
}
