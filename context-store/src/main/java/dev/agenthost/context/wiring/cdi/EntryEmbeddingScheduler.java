package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.datalifecycle.StepLoop;
import dev.agenthost.context.semanticsearch.transcript.EntryEmbeddingJob;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** On every replica: entries get their vectors soon after they came, and those of workspaces that turned it off go. */
@ApplicationScoped
class EntryEmbeddingScheduler {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration BREATH = Duration.ofMillis(10);

    private final StepLoop vectoring;

    EntryEmbeddingScheduler(EntryEmbeddingJob entries) {
        vectoring = new StepLoop("giving entries their vectors", entries::step, BREATH);
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        vertx.setPeriodic(SOON.toMillis(), timer -> vectoring.run());
    }

    void stop(@Observes ShutdownEvent event) {
        vectoring.close();
    }
}
