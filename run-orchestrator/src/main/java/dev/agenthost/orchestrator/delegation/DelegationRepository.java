package dev.agenthost.orchestrator.delegation;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.event.RunLineage;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Stores delegations. Every method fails if the database is unavailable. */
public interface DelegationRepository {
    /** The most delegated runs, at all depths, of one event from outside. */
    int MOST_OF_ROOT = 32;

    /** Stores a delegation with its event, unless the chain has one of that name. */
    Uni<DelegationOutcome> store(NewDelegation delegation);

    /**
     * Finds a run that the chain delegated to, and records that this run of the chain waits for it: the chain is continued only after
     * this run has ended, and not at all if the delegated run has ended already.
     *
     * @return empty if the chain has not delegated to that run
     */
    Uni<Optional<ObservedDelegation>> observe(RunKey waiting, RunLineage lineage, RunId delegated);

    /**
     * Settles delegations whose delegated run has ended after the run that waits for it, and stores their events; cancels the delegated
     * runs of runs that were cancelled or have failed, and the runs that continue a delegated run past the time of its task.
     *
     * @return the number of settled delegations
     */
    Uni<Integer> settle();
}
