package dev.agenthost.platform.lease;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Renews this replica's lease, and begins a new incarnation when the database has marked it dead. {@link #mayActAs} and {@link #mayAct}
 * stop a replica whose lease has ended: who acts under the lease asks them first.
 */
public final class LeaseKeeper {
    private static final Logger LOG = System.getLogger(LeaseKeeper.class.getName());

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final LeaseRepository repository;
    private final String replica;
    private final Duration term;
    private final Supplier<UUID> ids;
    private final LongSupplier nanos;
    private final AtomicBoolean renewing = new AtomicBoolean();
    private final List<Runnable> renewed = new CopyOnWriteArrayList<>();
    private final List<Consumer<Incarnation>> lost = new CopyOnWriteArrayList<>();
    private volatile boolean surrendered;
    private volatile Lease lease;
    private volatile DatabaseReachability reachability = DatabaseReachability.NONE;

    /**
     * @param replica a display name
     * @param nanos this process's monotonic clock
     */
    public LeaseKeeper(
            LeaseRepository repository, String replica, Duration term, Supplier<UUID> ids, LongSupplier nanos) {
        this.repository = repository;
        this.replica = replica;
        this.term = term;
        this.ids = ids;
        this.nanos = nanos;
        this.lease = Lease.pending(new Incarnation(ids.get()));
    }

    public Incarnation incarnation() {
        return lease.incarnation();
    }

    /** Returns true if this replica may claim, publish, serve and call out. */
    public boolean mayAct() {
        return lease.isCurrent(nanos.getAsLong());
    }

    /** Returns true if this replica may act for the claims of that incarnation. */
    public boolean mayActAs(Incarnation incarnation) {
        Lease now = lease;
        return now.incarnation().equals(incarnation) && now.isCurrent(nanos.getAsLong());
    }

    /** Returns true if this replica has reached the database for a full term, and so may mark other leases dead. */
    public boolean canExpireOthers() {
        return mayAct() && reachability.isSteady(nanos.getAsLong(), term);
    }

    /** Registers a callback for a lease that is current again after it was overdue, or is new and current. */
    public void onRenewed(Runnable wake) {
        renewed.add(wake);
    }

    /** Registers a callback for the incarnation that was found dead: this replica holds none of its claims any more. */
    public void onLost(Consumer<Incarnation> drop) {
        lost.add(drop);
    }

    /** Surrenders leases of processes that are known to be dead; retries while the database is unavailable. */
    public Uni<Void> expire(List<Incarnation> dead) {
        return Multi.createFrom()
                .iterable(dead)
                .onItem()
                .transformToUniAndConcatenate(this::expire)
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<Void> expire(Incarnation dead) {
        return Uni.createFrom()
                .deferred(() -> repository.surrender(dead))
                .onFailure()
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .indefinitely();
    }

    /** Renews once; call it every quarter of the term. Never fails. */
    public Uni<Void> renew() {
        if (surrendered || !renewing.compareAndSet(false, true)) {
            return Uni.createFrom().voidItem();
        }
        Lease before = lease;
        long askedAt = nanos.getAsLong();
        return repository
                .renew(before.incarnation(), replica, term)
                .ifNoItem()
                .after(term)
                .fail()
                .invoke(held -> answered(before, held, askedAt))
                .onFailure()
                .invoke(this::missed)
                .onFailure()
                .recoverWithItem(true)
                .eventually(() -> renewing.set(false))
                .chain(held -> held ? Uni.createFrom().voidItem() : renew());
    }

    /** Surrenders the lease for an orderly end: other replicas need not wait for the term. */
    public Uni<Void> surrender() {
        surrendered = true;
        Incarnation current = incarnation();
        lease = Lease.pending(current);
        return repository.surrender(current);
    }

    private void answered(Lease before, boolean held, long askedAt) {
        if (surrendered) {
            // The renewal was under way at the surrender: this process claims nothing more, under any incarnation.
            return;
        }
        reachability = reachability.reached(nanos.getAsLong(), term);
        if (held) {
            boolean wasCurrent = before.isCurrent(nanos.getAsLong());
            lease = before.renewed(askedAt, term);
            if (!wasCurrent && mayAct()) {
                renewed.forEach(Runnable::run);
            }
            return;
        }
        lease = Lease.pending(new Incarnation(ids.get()));
        LOG.log(Level.WARNING, "lease found dead: this replica starts a new incarnation={0}", lease.incarnation());
        lost.forEach(drop -> drop.accept(before.incarnation()));
    }

    private void missed(Throwable why) {
        reachability = reachability.missed();
        LOG.log(Level.WARNING, "lease not renewed: {0}", why.toString());
    }
}
