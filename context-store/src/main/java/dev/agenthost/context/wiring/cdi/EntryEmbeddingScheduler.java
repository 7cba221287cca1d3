package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.datalifecycle.StepLoop;
import dev.agenthost.context.semanticsearch.transcript.EntryEmbeddingJob;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** Runs on every replica: embeds new entries, and deletes the vectors of workspaces that turned the search off. */
@ApplicationScoped
class EntryEmbeddingScheduler {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final StepLoop vectoring;

    EntryEmbeddingScheduler(EntryEmbeddingJob entries) {
        vectoring = new StepLoop("embedding of entries", entries::step, PAUSE);
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        vertx.setPeriodic(SOON.toMillis(), timer -> vectoring.run());
    }

    void stop(@Observes ShutdownEvent event) {
        vectoring.close();
    }
}
