package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.flowcontrol.SlotReservations;
import dev.agenthost.orchestrator.lifecycle.finish.Finisher;
import dev.agenthost.platform.lease.LeaseKeeper;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Stops a replica in order: it claims no more runs, lets active runs continue for a while, then requeues or ends them according to
 * their policy, publishes buffered results and surrenders the lease, so that other replicas take over the rest at once.
 *
 * <p>The replica still admits requests into the queue, from which other replicas claim them: it keeps its partitions until it ends, and
 * a pause would delay their conversations.
 */
public final class Drain {
    private static final Logger LOG = System.getLogger(Drain.class.getName());
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    /** Timeout of the last publications, and of the lease's surrender. */
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(2);

    private final SlotReservations places;
    private final ActiveRuns activeRuns;
    private final Finisher finisher;
    private final LeaseKeeper lease;

    public Drain(SlotReservations places, ActiveRuns activeRuns, Finisher finisher, LeaseKeeper lease) {
        this.places = places;
        this.activeRuns = activeRuns;
        this.finisher = finisher;
        this.lease = lease;
    }

    public boolean hasBegun() {
        return places.areClosed();
    }

    /** Completes when the process may end; at most some seconds after {@code patience}. Never fails. */
    public Uni<Void> begin(Duration patience) {
        return Uni.createFrom()
                .deferred(() -> {
                    places.close();
                    LOG.log(Level.INFO, "stopping: {0} active runs", activeRuns.size());
                    return until(this::isDone, patience);
                })
                .chain(() -> {
                    if (activeRuns.size() > 0) {
                        LOG.log(Level.INFO, "stopping: {0} runs are let go", activeRuns.size());
                    }
                    activeRuns.release();
                    return until(this::isDone, FLUSH_TIMEOUT);
                })
                .chain(() -> lease.surrender().ifNoItem().after(FLUSH_TIMEOUT).fail())
                .onFailure()
                .recoverWithNull();
    }

    private boolean isDone() {
        return activeRuns.size() == 0 && finisher.isIdle();
    }

    private static Uni<Void> until(BooleanSupplier done, Duration limit) {
        if (done.getAsBoolean() || limit.isZero()) {
            return Uni.createFrom().voidItem();
        }
        return Uni.createFrom()
                .item(done::getAsBoolean)
                .onItem()
                .delayIt()
                .by(POLL_INTERVAL)
                .repeat()
                .whilst(finished -> !finished)
                .collect()
                .last()
                .ifNoItem()
                .after(limit)
                .recoverWithItem(false)
                .replaceWithVoid();
    }
}
