package dev.agenthost.platform.lease;

import java.util.Objects;
import java.util.UUID;

/** One incarnation of a replica. A process that was marked dead continues under a new one. */
public record Incarnation(UUID value) {
    public Incarnation {
        Objects.requireNonNull(value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
