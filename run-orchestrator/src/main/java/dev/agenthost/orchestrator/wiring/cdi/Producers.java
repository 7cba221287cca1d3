package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.admission.Admissions;
import dev.agenthost.orchestrator.cancel.CancelLedger;
import dev.agenthost.orchestrator.drive.Ownership;
import dev.agenthost.orchestrator.drive.RunLookup;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunLedger;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.run.RunsQuestion;
import dev.agenthost.orchestrator.steering.SteeringLedger;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** What other beans of this service may ask for. */
class Producers {
    @Produces
    @Singleton
    Admissions admissions(Parts parts) {
        return parts.admissions;
    }

    @Produces
    @ApplicationScoped
    CancelLedger cancellations(Parts parts) {
        return parts.cancelLedger;
    }

    @Produces
    @ApplicationScoped
    SteeringLedger steering(Parts parts) {
        return parts.steering;
    }

    @Produces
    @ApplicationScoped
    RunLedger runs(Parts parts) {
        return parts.runs;
    }

    // Proxied, so that an executor may ask for it although it is itself one of the parts.
    @Produces
    @ApplicationScoped
    Ownership ownership(Parts parts) {
        return parts.hand;
    }

    @Produces
    @ApplicationScoped
    RunLookup lookup(Parts parts) {
        return new RunLookup() {
            @Override
            public Uni<Optional<RunView>> find(String workspaceId, RunId run) {
                return parts.runs.find(new RunKey(workspaceId, run));
            }

            @Override
            public Uni<List<RunView>> page(RunsQuestion question) {
                return parts.runs.page(question);
            }
        };
    }
}
