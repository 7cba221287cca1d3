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
 * Twice a second: marks replicas dead whose lease is over, where this one has seen the database for a full term, and makes due what the
 * dead had claimed. A dead lease is never renewed, so the successor needs no further proof.
 */
@ApplicationScoped
class LeaseTakeover {

    private static final Logger LOG = Logger.getLogger(LeaseTakeover.class);
    private static final long LOOK_MILLIS = 500;
    private static final long FORGET_MILLIS = Duration.ofHours(1).toMillis();
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration REMEMBERED = Duration.ofDays(35);

    private final LeaseKeeper lease;
    private final LeaseRepository leases;
    private final SendRepository sends;
    private final Wakeup wakeup;
    private final AtomicBoolean looking = new AtomicBoolean();

    LeaseTakeover(LeaseKeeper lease, LeaseRepository leases, SendRepository sends, Wakeup wakeup) {
        this.lease = lease;
        this.leases = leases;
        this.sends = sends;
        this.wakeup = wakeup;
    }

    void start(@Observes StartupEvent event, Vertx vertx) {
        vertx.setPeriodic(LOOK_MILLIS, timer -> look());
        vertx.setPeriodic(
                FORGET_MILLIS, timer -> leases.sweep(REMEMBERED).subscribe().with(done -> {}, LeaseTakeover::failed));
    }

    private void look() {
        if (!lease.mayAct() || !looking.compareAndSet(false, true)) {
            return;
        }
        buried().chain(sends::inherit)
                .ifNoItem()
                .after(PATIENCE)
                .fail()
                .onTermination()
                .invoke(() -> looking.set(false))
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

    private Uni<Integer> buried() {
        return lease.mayBury() ? leases.buryOverdue() : Uni.createFrom().item(0);
    }

    private static void failed(Throwable why) {
        LOG.warnf("the takeover from dead replicas failed: %s", why.toString());
    }
}
