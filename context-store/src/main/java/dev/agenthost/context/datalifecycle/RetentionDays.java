package dev.agenthost.context.datalifecycle;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Days of each class that a workspace sets; null for the operator's default.
 *
 * @param conversations events, results of runs, and the transcript
 * @param state since it was last written
 * @param raw platforms' own payloads
 */
public record RetentionDays(
        @Nullable Integer conversations,
        @Nullable Integer audit,
        @Nullable Integer artifacts,
        @Nullable Integer state,
        @Nullable Integer raw) {
    /** No settings of its own. */
    public static final RetentionDays NONE = new RetentionDays(null, null, null, null, null);

    public RetentionDays {
        if (Arrays.asList(conversations, audit, artifacts, state, raw).stream()
                .filter(Objects::nonNull)
                .anyMatch(days -> days < 1)) {
            throw new IllegalArgumentException("less than a day");
        }
    }
}
