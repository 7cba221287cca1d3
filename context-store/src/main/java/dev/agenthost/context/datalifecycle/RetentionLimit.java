package dev.agenthost.context.datalifecycle;

import org.jspecify.annotations.Nullable;

/**
 * The operator's limits of the retention of a class, in days.
 *
 * @param defaultDays default, if a workspace sets none
 * @param maxDays maximum for every workspace
 */
public record RetentionLimit(int defaultDays, int maxDays) {
    public RetentionLimit {
        if (defaultDays < 1 || maxDays < defaultDays) {
            throw new IllegalArgumentException(
                    "the retention of a class must be at least one day and at most the maximum");
        }
    }

    /** Returns the retention of a workspace that has set this value. */
    public int inEffect(@Nullable Integer own) {
        return Math.min(own == null ? defaultDays : own, maxDays);
    }

    public boolean admits(@Nullable Integer own) {
        return own == null || own <= maxDays;
    }
}
