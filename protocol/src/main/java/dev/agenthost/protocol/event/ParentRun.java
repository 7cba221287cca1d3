package dev.agenthost.protocol.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import org.jspecify.annotations.Nullable;

/**
 * The run that led to an event of the host. Without a delegation the event continues that run: the same binding and the same runner
 * answer it, whatever other binding its type would match.
 *
 * @param lineage of the run that answers the event
 * @param delegation present if another agent answers; null for a continuation
 * @param task the delegation that the continued runs work on, whose limits hold for the continuation, too; null for a delegation, and for
 *     runs that nobody has delegated
 */
public record ParentRun(
        RunId runId,
        String bindingId,
        RunnerId runnerId,
        RunLineage lineage,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Delegation delegation,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Delegation task) {
    public ParentRun {
        Fields.required(runId, "run_id");
        Fields.text(bindingId, "binding_id");
        Fields.required(runnerId, "runner_id");
        Fields.required(lineage, "lineage");
    }

    /**
     * The parent of an event that continues its run.
     *
     * @param before the parent of the event of that run; null if it came from outside
     */
    public static ParentRun continued(
            RunId runId, String bindingId, RunnerId runnerId, RunLineage lineage, @Nullable ParentRun before) {
        Delegation task = before == null ? null : before.delegation == null ? before.task : before.delegation;
        return new ParentRun(runId, bindingId, runnerId, lineage, null, task);
    }

    /** The parent of an event that another agent answers. */
    public static ParentRun delegated(
            RunId runId, String bindingId, RunnerId runnerId, RunLineage lineage, Delegation delegation) {
        return new ParentRun(runId, bindingId, runnerId, lineage, delegation, null);
    }
}
