package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.Wakeup;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.LeaseRepository;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Twice a second, marks replicas with an expired lease as dead, if this replica has reached the database for a full term, and makes
 * their claimed sends due. A dead lease is never renewed, so a successor needs no further proof.
 */
@ApplicationScoped
class LeaseTakeover {

    private static final Logger LOG = Logger.getLogger(LeaseTakeover.class);
    private static final long POLL_MILLIS = 500;
    private static final long SWEEP_MILLIS = Duration.ofHours(1).toMillis();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration RETENTION = Duration.ofDays(35);

    private final LeaseKeeper lease;
    private final LeaseRepository leases;
    private final SendRepository sends;
    private final Wakeup wakeup;
    private final AtomicBoolean running = new AtomicBoolean();

    LeaseTakeover(LeaseKeeper lease, LeaseRepository leases, SendRepository sends, Wakeup wakeup) {
        this.lease = lease;
        this.leases = leases;
        this.sends = sends;
        this.wakeup = wakeup;
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        vertx.setPeriodic(POLL_MILLIS, timer -> takeOver());
        vertx.setPeriodic(
                SWEEP_MILLIS, timer -> leases.sweep(RETENTION).subscribe().with(done -> {}, LeaseTakeover::failed));
    }

    private void takeOver() {
        if (!lease.mayAct() || !running.compareAndSet(false, true)) {
            return;
        }
        markDead()
                .chain(sends::inherit)
                .ifNoItem()
                .after(TIMEOUT)
                .fail()
                .onTermination()
                .invoke(() -> running.set(false))
                .subscribe()
                .with(
                        due -> {
                            if (due > 0) {
                                LOG.infof("%d sends of dead replicas are due", due);
                                wakeup.wake();
                            }
                        },
                        LeaseTakeover::failed);
    }

    private Uni<Integer> markDead() {
        return lease.canExpireOthers()
                ? leases.expireOverdue()
                : Uni.createFrom().item(0);
    }

    private static void failed(Throwable failure) {
        LOG.warnf("the takeover from dead replicas failed: %s", failure.toString());
    }
}
