package dev.agenthost.orchestrator.delegation;

import dev.agenthost.protocol.event.Delegation;
import dev.agenthost.protocol.event.DelegationBudget;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.RunLineage;
import dev.agenthost.protocol.id.RunId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A delegation before it is stored.
 *
 * @param lineage of the delegating run
 * @param waitingRunId the delegating run
 * @param fingerprint equal in every repetition
 * @param requested the event that the other agent answers
 * @param completed the event that continues the delegating runner
 * @param notifies false if {@code completed} is not published
 */
public record NewDelegation(
        RunLineage lineage,
        RunId waitingRunId,
        RunId delegatedRunId,
        String delegationId,
        String agentId,
        String fingerprint,
        EventEnvelope requested,
        EventEnvelope completed,
        boolean notifies) {
    /** The delegation in the words of the event. */
    Delegation task() {
        return Objects.requireNonNull(Objects.requireNonNull(requested.parent()).delegation());
    }

    /** The longest time of the task, in seconds; null if it has no limit of its own. */
    public @Nullable Integer seconds() {
        return task().runSeconds();
    }

    /** The budget of the task. */
    public DelegationBudget budget() {
        DelegationBudget budget = task().budget();
        return budget == null ? new DelegationBudget(null, null) : budget;
    }

    /** The event of {@link #completed} as it is stored; null if it is never published. */
    public @Nullable EventEnvelope completion() {
        return notifies ? completed : null;
    }
}
