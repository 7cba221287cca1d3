package dev.agenthost.orchestrator.lifecycle.postgres;

/** SQL about runs that continue one another after each waited. The placeholder of each constant is the alias of a row of {@code runs.runs}. */
final class RunChain {
    /** The first run of the chain. */
    static final String ORIGIN =
            "coalesce((convert_from(%1$s.resolution, 'UTF8')::json #>> '{event,parent,lineage,origin_run_id}')::uuid, %1$s.run_id)";

    /** A run that ended as waiting and was cancelled then, with all that could continue it. */
    static final String IS_CANCELLED =
            "%1$s.state = 'ended' AND %1$s.outcome_code = 'waiting' AND %1$s.cancel_requested_at IS NOT NULL";

    private RunChain() {}
}
