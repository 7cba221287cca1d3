package dev.agenthost.orchestrator.lifecycle.postgres;

/** SQL about the runs that began with a delegated run and continue one another. They have a conversation of their own. */
public final class DelegatedChain {
    /**
     * The run of the chain of the delegation {@code d} that has not ended, or ended last: its id, {@code publish_after}, and whether it
     * ends the chain. A run that waits does not, unless it was cancelled.
     */
    public static final String LAST_RUN = """
            SELECT c.run_id, c.publish_after, c.state = 'ended'
                AND (c.outcome_code IS DISTINCT FROM 'waiting' OR c.cancel_requested_at IS NOT NULL) AS ends_chain
            FROM runs.runs f JOIN runs.runs c ON c.conversation_key = f.conversation_key
            WHERE f.workspace_id = d.workspace_id AND f.run_id = d.delegated_run_id
            ORDER BY c.ended_at DESC NULLS FIRST LIMIT 1""";

    private DelegatedChain() {}
}
