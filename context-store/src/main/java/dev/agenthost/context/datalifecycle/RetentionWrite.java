package dev.agenthost.context.datalifecycle;

/** What became of a change. */
public sealed interface RetentionWrite {
    record Written(Retention retention) implements RetentionWrite {}

    /** The expected version is not that of what is there. */
    record Stale() implements RetentionWrite {}
}
