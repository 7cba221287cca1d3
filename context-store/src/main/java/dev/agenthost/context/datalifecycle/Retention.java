package dev.agenthost.context.datalifecycle;

/**
 * The retention that a workspace has set.
 *
 * @param version 0 if it never set any
 */
public record Retention(RetentionDays own, int version) {
    public static final Retention NONE = new Retention(RetentionDays.NONE, 0);
}
