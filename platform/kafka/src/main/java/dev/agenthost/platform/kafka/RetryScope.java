package dev.agenthost.platform.kafka;

/** The extent of the work that waits while a step is retried. */
public enum RetryScope {
    /** The work of the replica: it is not ready meanwhile. */
    REPLICA,
    /** The source of the step alone, for instance the topic of one adapter: the replica stays ready, and readiness names the source. */
    SOURCE
}
