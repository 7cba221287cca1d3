package dev.agenthost.delivery.lease;

import io.smallrye.mutiny.Uni;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Keeps this replica's lease: renews it, and begins a new incarnation when it finds itself marked dead. */
public final class LeaseKeeper {
    private static final Logger LOG = System.getLogger(LeaseKeeper.class.getName());

    private final LeaseLedger ledger;
    private final String replica;
    private final Duration term;
    private final Supplier<UUID> ids;
    private final LongSupplier nanos;
    private final AtomicBoolean renewing = new AtomicBoolean();
    private volatile boolean surrendered;
    private volatile Tenure tenure;
    private volatile DatabaseSight sight = DatabaseSight.NONE;

    /**
     * @param replica a name for people
     * @param nanos this process's monotonic clock
     */
    public LeaseKeeper(LeaseLedger ledger, String replica, Duration term, Supplier<UUID> ids, LongSupplier nanos) {
        this.ledger = ledger;
        this.replica = replica;
        this.term = term;
        this.ids = ids;
        this.nanos = nanos;
        this.tenure = Tenure.pending(new Incarnation(ids.get()));
    }

    public Incarnation incarnation() {
        return tenure.incarnation();
    }

    /** Whether this replica may claim. */
    public boolean mayAct() {
        return tenure.isCurrent(nanos.getAsLong());
    }

    /** Whether it may call out for what that incarnation claimed. */
    public boolean mayActAs(Incarnation incarnation) {
        Tenure now = tenure;
        return now.incarnation().equals(incarnation) && now.isCurrent(nanos.getAsLong());
    }

    /** Whether this replica has seen the database for a full term, and so may bury others. */
    public boolean mayBury() {
        return mayAct() && sight.isSteady(nanos.getAsLong(), term);
    }

    /** Renews once; to be called every quarter of the term. Never fails. */
    public Uni<Void> beat() {
        if (surrendered || !renewing.compareAndSet(false, true)) {
            return Uni.createFrom().voidItem();
        }
        Tenure before = tenure;
        long askedAt = nanos.getAsLong();
        return ledger.renew(before.incarnation(), replica, term)
                .ifNoItem()
                .after(term)
                .fail()
                .invoke(held -> answered(before, held, askedAt))
                .onFailure()
                .invoke(this::missed)
                .onFailure()
                .recoverWithItem(true)
                .eventually(() -> renewing.set(false))
                .chain(held -> held ? Uni.createFrom().voidItem() : beat());
    }

    /** For an orderly end: others need not wait for the term. */
    public Uni<Void> surrender() {
        surrendered = true;
        Incarnation mine = incarnation();
        tenure = Tenure.pending(mine);
        return ledger.surrender(mine);
    }

    private void answered(Tenure before, boolean held, long askedAt) {
        if (surrendered) {
            // A renewal that was under way: this process takes nothing any more, under this name or another.
            return;
        }
        sight = sight.seen(nanos.getAsLong(), term);
        if (held) {
            tenure = before.renewed(askedAt, term);
            return;
        }
        tenure = Tenure.pending(new Incarnation(ids.get()));
        LOG.log(Level.WARNING, "lease found dead: this replica begins anew, incarnation={0}", tenure.incarnation());
    }

    private void missed(Throwable why) {
        sight = DatabaseSight.NONE;
        LOG.log(Level.WARNING, "lease not renewed: {0}", why.toString());
    }
}
