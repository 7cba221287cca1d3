package dev.agenthost.context.datalifecycle;

/**
 * What a workspace says.
 *
 * @param version 0 where it never said anything
 */
public record Retention(RetentionDays own, int version) {
    public static final Retention NONE = new Retention(RetentionDays.NONE, 0);
}
