package dev.agenthost.context.wiring.cdi;

import dev.agenthost.context.datalifecycle.StepLoop;
import dev.agenthost.context.rawpayload.RawPayloadRepository;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** Deletes expired raw payloads periodically, on every replica. */
@ApplicationScoped
class RawPayloadExpiryScheduler {
    private static final Duration EVERY = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final StepLoop forgetting;

    RawPayloadExpiryScheduler(RawPayloadRepository payloads) {
        forgetting = new StepLoop("expiry of raw payloads", payloads::expire, PAUSE);
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        vertx.setPeriodic(EVERY.toMillis(), timer -> forgetting.run());
    }

    void stop(@Observes ShutdownEvent event) {
        forgetting.close();
    }
}
