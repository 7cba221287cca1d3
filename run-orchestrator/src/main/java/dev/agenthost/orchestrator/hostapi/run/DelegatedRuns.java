package dev.agenthost.orchestrator.hostapi.run;

import dev.agenthost.orchestrator.delegation.DelegationService;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.run.RunLookup;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.id.RunId;
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
     * Returns the last run of the chain that begins with the delegated run, which is queued until it is admitted; empty if the session may
     * not delegate, or the run is not one that its chain delegated to.
     */
    public Uni<Optional<RunView>> last(RunSession session, RunId delegated) {
        if (!session.grant().apis().runDelegate()) {
            return Uni.createFrom().item(Optional.empty());
        }
        return delegations
                .observe(session.run(), delegated)
                .chain(since -> since.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : lookup.lastOfChain(session.workspaceId(), delegated)
                                .map(found -> found.or(() -> since.map(at -> RunView.pending(delegated, at)))));
    }
}
