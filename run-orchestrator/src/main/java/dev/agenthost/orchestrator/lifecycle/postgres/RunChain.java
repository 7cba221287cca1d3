package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.protocol.error.FailureCode;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** SQL about runs that continue one another after each waited. */
public final class RunChain {
    /** The first run of the chain. The placeholder is the alias of a row of {@code runs.runs}. */
    static final String ORIGIN =
            "coalesce((convert_from(%1$s.resolution, 'UTF8')::json #>> '{event,parent,lineage,origin_run_id}')::uuid, %1$s.run_id)";

    /**
     * A run that failed by itself: by its runner, its deadline or its budget. A run that was interrupted has not: an answer or a timer
     * resumes what it has stored. The placeholder is as above.
     */
    public static final String HAS_FAILED =
            "(%1$s.state = 'ended' AND %1$s.outcome_type = 'run.failed' AND %1$s.outcome_code NOT IN ("
                    + Stream.of(
                                    FailureCode.RUNNER_LOST,
                                    FailureCode.RUNNER_UNAVAILABLE,
                                    FailureCode.HOST_LOST,
                                    FailureCode.HOST_OVERLOADED,
                                    FailureCode.CONTEXT_UNAVAILABLE)
                            .map(code -> "'" + code.wire() + "'")
                            .collect(Collectors.joining(", "))
                    + "))";

    /** A run that failed by itself, or ended as waiting and was cancelled then: nothing continues it. The placeholder is as above. */
    static final String IS_DEAD = "(" + HAS_FAILED
            + " OR %1$s.state = 'ended' AND %1$s.outcome_code = 'waiting' AND %1$s.cancel_requested_at IS NOT NULL)";

    /** A run that continues another one, has set timers or has asked questions. The placeholder is as above. */
    static final String HAS_OTHERS = "(" + ORIGIN + " <> %1$s.run_id"
            + " OR EXISTS (SELECT FROM runs.host_events h WHERE h.workspace_id = %1$s.workspace_id AND h.parent_run_id = %1$s.run_id)"
            + " OR EXISTS (SELECT FROM runs.interactions q WHERE q.workspace_id = %1$s.workspace_id AND q.run_id = %1$s.run_id))";

    /**
     * True while an event that continues a run would begin beside it: the run takes no turn, and its end is not published. The placeholders
     * are the workspace and the id of the run. A run that has a turn keeps the event waiting by it. False if the run is unknown.
     */
    public static final String HOLDS_EVENTS = """
            coalesce((SELECT NOT r.serialized AND (r.state <> 'ended' OR r.publish_after IS NOT NULL)
                FROM runs.runs r WHERE r.workspace_id = %s AND r.run_id = %s), false)""";

    private RunChain() {}
}
