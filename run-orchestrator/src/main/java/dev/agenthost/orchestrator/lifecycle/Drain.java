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
 * Stops a replica in order: it claims nothing any more, lets the runs in hand go on for a while, then gives them back or ends them as
 * their policy says, publishes what gathered, and gives up the lease, so that whatever is left is another's at once.
 *
 * <p>Requests are admitted all the while, into the queue, where other replicas take them: this one holds its partitions until it is
 * gone, and whoever paused them would let the people in them wait.
 */
public final class Drain {
    private static final Logger LOG = System.getLogger(Drain.class.getName());
    private static final Duration LOOK = Duration.ofMillis(50);
    /** For what is let go to be published, and for the lease. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final SlotReservations places;
    private final ActiveRuns hand;
    private final Finisher finisher;
    private final LeaseKeeper lease;

    public Drain(SlotReservations places, ActiveRuns hand, Finisher finisher, LeaseKeeper lease) {
        this.places = places;
        this.hand = hand;
        this.finisher = finisher;
        this.lease = lease;
    }

    public boolean hasBegun() {
        return places.areClosed();
    }

    /** Completes when the replica may go; at most some seconds after {@code patience}. Never fails. */
    public Uni<Void> begin(Duration patience) {
        return Uni.createFrom()
                .deferred(() -> {
                    places.close();
                    LOG.log(Level.INFO, "stopping: {0} runs in hand", hand.size());
                    return until(this::isDone, patience);
                })
                .chain(() -> {
                    if (hand.size() > 0) {
                        LOG.log(Level.INFO, "stopping: {0} runs are let go", hand.size());
                    }
                    hand.release();
                    return until(this::isDone, FAREWELL);
                })
                .chain(() -> lease.surrender().ifNoItem().after(FAREWELL).fail())
                .onFailure()
                .recoverWithNull();
    }

    private boolean isDone() {
        return hand.size() == 0 && finisher.isIdle();
    }

    private static Uni<Void> until(BooleanSupplier done, Duration limit) {
        if (done.getAsBoolean() || limit.isZero()) {
            return Uni.createFrom().voidItem();
        }
        return Uni.createFrom()
                .item(done::getAsBoolean)
                .onItem()
                .delayIt()
                .by(LOOK)
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
