package dev.agenthost.platform.observability;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A completed action of a stage for one event. A delta has no step.
 *
 * @param name a verb and its object: {@code accept event}, {@code resolve event}, {@code run agent}, {@code send part}
 * @param traceparent of the event, if known
 * @param failure the kind of failure that ended it; null without one. Never text of a user or a runner
 */
public record Step(
        String name,
        @Nullable String traceparent,
        Instant began,
        Duration took,
        Map<LogKey, String> keys,
        @Nullable String failure) {
    public Step {
        keys = Collections.unmodifiableMap(new EnumMap<>(keys));
    }
}
