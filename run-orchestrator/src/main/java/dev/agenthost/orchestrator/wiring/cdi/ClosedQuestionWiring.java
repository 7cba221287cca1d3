package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.hostapi.audit.OutboxAuditTrail;
import dev.agenthost.orchestrator.interaction.ClosedQuestionAudit;
import dev.agenthost.orchestrator.interaction.postgres.PostgresClosedQuestionRepository;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jboss.logging.Logger;

/** Audits closed questions periodically. Every replica may do it concurrently. */
@Singleton
final class ClosedQuestionWiring {
    private static final Logger LOG = Logger.getLogger(ClosedQuestionWiring.class);
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final ClosedQuestionAudit audit;
    private volatile boolean over;
    private long timer;

    ClosedQuestionWiring(Vertx vertx, PostgresClosedQuestionRepository questions, OutboxAuditTrail trail) {
        this.vertx = vertx;
        this.audit = new ClosedQuestionAudit(questions, trail);
    }

    void started(@Observes StartupEvent event) {
        timer = vertx.setPeriodic(EVERY.toMillis(), every -> sweep());
    }

    void stopping(@Observes ShutdownEvent event) {
        over = true;
        vertx.cancelTimer(timer);
    }

    private void sweep() {
        if (!over) {
            audit.sweep()
                    .subscribe()
                    .with(done -> {}, why -> LOG.warnf("closed questions not audited: %s", why.toString()));
        }
    }
}
