package dev.agenthost.context.datalifecycle;

/** Outcome of a change to a workspace's retention. */
public sealed interface RetentionWrite {
    record Written(Retention retention) implements RetentionWrite {}

    /** The expected version is not the stored one. */
    record Stale() implements RetentionWrite {}
}
