package dev.agenthost.platform.observability;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that a stage did for one event, when it is done. No step for a delta.
 *
 * @param name a verb and its thing: {@code accept event}, {@code resolve event}, {@code run agent}, {@code send part}
 * @param traceparent of the event, where known
 * @param failure what kind of failure ended it; null where it went well. Never what a person or a runner said
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
