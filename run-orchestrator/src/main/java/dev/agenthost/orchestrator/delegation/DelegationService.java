package dev.agenthost.orchestrator.delegation;

import dev.agenthost.orchestrator.hostevent.HostEventOutbox;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.RunLineage;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunIds;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Delegates tasks of runs to other agents. A repetition, on any replica and in any attempt, leads to the same delegated run. */
public final class DelegationService {
    private final DelegationRepository repository;
    private final DelegationBudgets budgets;
    private final HostEventOutbox outbox;
    private final InstantSource clock;

    public DelegationService(
            DelegationRepository repository, DelegationBudgets budgets, HostEventOutbox outbox, InstantSource clock) {
        this.repository = repository;
        this.budgets = budgets;
        this.outbox = outbox;
        this.clock = clock;
    }

    /** Stores the delegation and publishes its event. */
    public Uni<DelegationOutcome> delegate(ClaimedRun run, DelegationRequest request) {
        if (!run.lineage().permitsChildren()) {
            return Uni.createFrom().item(new DelegationOutcome.TooDeep(RunLineage.MOST_DEPTH));
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        EventEnvelope requested = DelegationEvents.requested(run, request, now);
        RunId delegated = RunIds.of(requested.workspaceId(), requested.eventId(), 0);
        NewDelegation delegation = new NewDelegation(
                run.lineage(),
                run.runId(),
                delegated,
                request.delegation().delegationId(),
                request.delegation().agentId(),
                request.fingerprint(),
                requested,
                DelegationEvents.completed(run, request, delegated, now),
                request.notifies());
        return budgets.counting(run, repository.store(delegation)).invoke(outcome -> {
            FailPoint.at("orchestrator.63-delegated");
            // The event of the first call is in the outbox: that of a repetition can have another budget.
            if (outcome instanceof DelegationOutcome.Delegated stored && stored.isNew()) {
                outbox.publish(requested);
            }
        });
    }

    /** Finds a run that the chain of {@code waiting} delegated to ({@link DelegationRepository#observe}). */
    public Uni<Optional<ObservedDelegation>> observe(ClaimedRun waiting, RunId delegated) {
        return repository.observe(waiting.key(), waiting.lineage(), delegated);
    }
}
