package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.flowcontrol.RateBucketRepository;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceWeights;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Wires the rates of workspaces. */
@Singleton
final class LimitWiring {
    private static final long A_MINUTE = 60_000;
    private static final long AN_HOUR = 3_600_000;

    @Produces
    @Singleton
    WorkspaceRateLimiter limits(LimitSettings settings, RateBucketRepository repository) {
        return new WorkspaceRateLimiter(settings.rates(), repository, System::nanoTime);
    }

    @Produces
    @Singleton
    WorkspaceWeights weights(LimitSettings settings) {
        return settings.workspaceWeights();
    }

    void started(
            @Observes StartupEvent event, Vertx vertx, WorkspaceRateLimiter limits, RateBucketRepository repository) {
        vertx.setPeriodic(A_MINUTE, timer -> limits.tick());
        vertx.setPeriodic(AN_HOUR, timer -> repository.sweep().subscribe().with(done -> {}, failure -> {}));
    }
}
