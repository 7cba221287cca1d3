package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.lifecycle.CancellationRepository;
import dev.agenthost.orchestrator.lifecycle.SteeringRepository;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionService;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunListQuery;
import dev.agenthost.orchestrator.run.RunLookup;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.orchestrator.run.RunRepository;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.platform.kafka.AppliedOffsetRepository;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** Produces the beans that other classes of this service inject. */
class Producers {
    @Produces
    @Singleton
    AdmissionService admissions(CompositionRoot parts) {
        return parts.admissions;
    }

    @Produces
    @Singleton
    AppliedOffsetRepository appliedOffsets(Pool pool) {
        return new PostgresAppliedOffsetRepository(pool, "runs");
    }

    @Produces
    @ApplicationScoped
    CancellationRepository cancellations(CompositionRoot parts) {
        return parts.cancellationRepository;
    }

    @Produces
    @ApplicationScoped
    SteeringRepository steering(CompositionRoot parts) {
        return parts.steering;
    }

    @Produces
    @ApplicationScoped
    RunRepository runs(CompositionRoot parts) {
        return parts.runs;
    }

    // A proxy, so that an executor, itself one of the parts, may inject it.
    @Produces
    @ApplicationScoped
    RunOwnership ownership(CompositionRoot parts) {
        return parts.activeRuns;
    }

    @Produces
    @ApplicationScoped
    RunLookup lookup(CompositionRoot parts) {
        return new RunLookup() {
            @Override
            public Uni<Optional<RunView>> find(String workspaceId, RunId run) {
                return parts.runs.find(new RunKey(workspaceId, run));
            }

            @Override
            public Uni<Optional<RunView>> lastOfChain(String workspaceId, RunId first) {
                return parts.runs.lastOfChain(new RunKey(workspaceId, first));
            }

            @Override
            public Uni<List<RunView>> page(RunListQuery question) {
                return parts.runs.page(question);
            }
        };
    }
}
