package dev.agenthost.protocol.event;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;
import org.jspecify.annotations.Nullable;

/**
 * The place of a run among all runs that one event from outside led to.
 *
 * @param rootRunId the run of the event from outside
 * @param originRunId the first run of a chain of continuations: the root, or a delegated run; a response or a timer continues the chain
 * @param depth the number of delegations between the root and this chain, from 0 to {@link #MOST_DEPTH}
 */
public record RunLineage(RunId rootRunId, RunId originRunId, int depth) {
    /** The most delegations below one another. */
    public static final int MOST_DEPTH = 3;

    public RunLineage {
        Fields.required(rootRunId, "root_run_id");
        Fields.required(originRunId, "origin_run_id");
        Fields.within(depth, 0, MOST_DEPTH, "depth");
    }

    /**
     * Returns the lineage of the run that answers an event.
     *
     * @param parent of the event; null for an event from outside
     */
    public static RunLineage of(RunId run, @Nullable ParentRun parent) {
        return parent == null ? new RunLineage(run, run, 0) : parent.lineage();
    }

    /** Returns true if a run of this chain may delegate. */
    public boolean permitsChildren() {
        return depth < MOST_DEPTH;
    }

    /** Returns the lineage of a run that this chain delegates to. */
    public RunLineage child(RunId run) {
        return new RunLineage(rootRunId, run, depth + 1);
    }
}
