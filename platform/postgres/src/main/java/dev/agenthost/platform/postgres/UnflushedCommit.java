package dev.agenthost.platform.postgres;

/** SQL of a statement whose commit does not wait for the disk. If PostgreSQL itself crashes within the next second, it may be undone. */
public final class UnflushedCommit {
    /** A common table expression of one row; it takes effect only if the statement reads from {@code unflushed}. */
    public static final String CTE = "unflushed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))";

    private UnflushedCommit() {}
}
