package dev.agenthost.context.datalifecycle;

import org.jspecify.annotations.Nullable;

/**
 * What the operator says of a class, in days.
 *
 * @param usual where a workspace says nothing
 * @param most whatever a workspace says
 */
public record RetentionLimit(int usual, int most) {
    public RetentionLimit {
        if (usual < 1 || most < usual) {
            throw new IllegalArgumentException("a class is kept for a day at least, and no longer than at most");
        }
    }

    /** How long a workspace that says this keeps it. */
    public int inEffect(@Nullable Integer own) {
        return Math.min(own == null ? usual : own, most);
    }

    public boolean admits(@Nullable Integer own) {
        return own == null || own <= most;
    }
}
