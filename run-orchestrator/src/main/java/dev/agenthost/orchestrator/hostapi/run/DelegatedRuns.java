package dev.agenthost.orchestrator.hostapi.run;

import dev.agenthost.orchestrator.delegation.DelegationService;
import dev.agenthost.orchestrator.delegation.ObservedDelegation;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.run.RunLookup;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.RunUsage;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Finds runs that a run delegated to. To the host, each reading of one is a run that waits for its end. */
public final class DelegatedRuns {
    private final RunLookup lookup;
    private final DelegationService delegations;

    public DelegatedRuns(RunLookup lookup, DelegationService delegations) {
        this.lookup = lookup;
        this.delegations = delegations;
    }

    /**
     * A delegated run.
     *
     * @param last the last run of the chain that begins with it
     * @param usage the used part of its task
     */
    public record DelegatedRun(RunView last, RunUsage usage) {}

    /**
     * Returns the last run of the chain that begins with the delegated run, which is queued until it is admitted; empty if the session may
     * not delegate, or the run is not one that its chain delegated to.
     */
    public Uni<Optional<DelegatedRun>> find(RunSession session, RunId delegated) {
        if (!session.grant().apis().runDelegate()) {
            return Uni.createFrom().item(Optional.empty());
        }
        return delegations
                .observe(session.run(), delegated)
                .chain(observed -> observed.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : lookup.lastOfChain(session.workspaceId(), delegated)
                                .map(found -> Optional.of(of(delegated, found, observed.get()))));
    }

    private static DelegatedRun of(RunId delegated, Optional<RunView> found, ObservedDelegation observed) {
        return new DelegatedRun(
                found.orElseGet(() -> RunView.pending(delegated, observed.delegatedAt())), observed.usage());
    }
}
