package dev.agenthost.context.datalifecycle;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Days of each class, where a workspace says them itself; null where the operator's hold.
 *
 * @param conversations events, what runs made of them, and the transcript
 * @param state since it was last written
 * @param raw platforms' own payloads
 */
public record RetentionDays(
        @Nullable Integer conversations,
        @Nullable Integer audit,
        @Nullable Integer artifacts,
        @Nullable Integer state,
        @Nullable Integer raw) {
    /** Nothing of its own. */
    public static final RetentionDays NONE = new RetentionDays(null, null, null, null, null);

    public RetentionDays {
        if (Arrays.asList(conversations, audit, artifacts, state, raw).stream()
                .filter(Objects::nonNull)
                .anyMatch(days -> days < 1)) {
            throw new IllegalArgumentException("less than a day");
        }
    }
}
