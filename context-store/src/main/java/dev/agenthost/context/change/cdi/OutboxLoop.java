package dev.agenthost.context.change.cdi;

import dev.agenthost.context.change.postgres.OutboxChanges;
import dev.agenthost.context.step.StepLoop;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** On every replica: publishes entries of the audit that a process left in the outbox. */
@ApplicationScoped
class OutboxLoop {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration BREATH = Duration.ofMillis(10);

    private final StepLoop publishing;

    OutboxLoop(OutboxChanges changes) {
        publishing = new StepLoop("publishing entries of the audit", changes::step, BREATH);
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        vertx.setPeriodic(EVERY.toMillis(), timer -> publishing.run());
    }

    void stop(@Observes ShutdownEvent event) {
        publishing.close();
    }
}
