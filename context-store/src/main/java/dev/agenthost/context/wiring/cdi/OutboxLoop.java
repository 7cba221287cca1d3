package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.audit.postgres.OutboxAuditRecorder;
import dev.agenthost.context.datalifecycle.StepLoop;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** Runs on every replica: publishes audit entries that a killed process left in the outbox, and deletes what is published. */
@ApplicationScoped
class OutboxLoop {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private static final Duration DELETION = Duration.ofSeconds(1);

    private final OutboxAuditRecorder changes;
    private final StepLoop publishing;

    OutboxLoop(OutboxAuditRecorder changes) {
        this.changes = changes;
        publishing = new StepLoop("publishing entries of the audit", changes::step, PAUSE);
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        vertx.setPeriodic(EVERY.toMillis(), timer -> publishing.run());
        vertx.setPeriodic(DELETION.toMillis(), timer -> changes.tick());
    }

    void stop(@Observes ShutdownEvent event) {
        publishing.close();
    }
}
