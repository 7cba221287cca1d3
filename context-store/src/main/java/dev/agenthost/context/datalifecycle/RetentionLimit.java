package dev.agenthost.context.datalifecycle;

import org.jspecify.annotations.Nullable;

/**
 * The operator's limits of the retention of a class, in days.
 *
 * @param usual default, if a workspace sets none
 * @param most maximum for every workspace
 */
public record RetentionLimit(int usual, int most) {
    public RetentionLimit {
        if (usual < 1 || most < usual) {
            throw new IllegalArgumentException("a class is kept for a day at least, and no longer than at most");
        }
    }

    /** Returns the retention of a workspace that has set this value. */
    public int inEffect(@Nullable Integer own) {
        return Math.min(own == null ? usual : own, most);
    }

    public boolean admits(@Nullable Integer own) {
        return own == null || own <= most;
    }
}
