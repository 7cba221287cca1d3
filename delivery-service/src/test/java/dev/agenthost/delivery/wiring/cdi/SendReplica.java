package dev.agenthost.delivery.wiring.cdi;

import static dev.agenthost.delivery.DeliveryDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.receipt.postgres.PostgresReceiptRepository;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.postgres.PostgresSendRepository;
import dev.agenthost.delivery.surface.SurfaceRouter;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A replica of delivery-service without Kafka: with its own clock, lease, repositories and dispatcher. */
final class SendReplica {

    private static final Duration TERM = Duration.ofSeconds(4);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration EXPIRED = Duration.ofSeconds(-1);
    private static final SendPolicy POLICY = new SendPolicy(
            LONG, Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofMinutes(5), Duration.ofHours(24), 64, 64);

    private final AtomicLong clock = new AtomicLong();
    private final LeaseRepository leases;
    private final SendRepository sends;
    private final LeaseKeeper lease;
    private final SendDispatcher dispatcher;

    SendReplica(DeliveryDatabase database, RecordingSurface surface) {
        this(database, surface, POLICY, sends -> sends);
    }

    /** @param decorator the repository that its dispatcher uses */
    SendReplica(
            DeliveryDatabase database,
            RecordingSurface surface,
            SendPolicy policy,
            UnaryOperator<SendRepository> decorator) {
        this(
                database,
                database.pool(4),
                policy,
                decorator,
                decorated -> new SurfaceRouter(surface, surface, platform -> surface));
    }

    /** @param surfaces made for the repository of the replica */
    SendReplica(
            DeliveryDatabase database,
            Pool pool,
            UnaryOperator<SendRepository> decorator,
            Function<SendRepository, SurfaceRouter> surfaces) {
        this(database, pool, POLICY, decorator, surfaces);
    }

    private SendReplica(
            DeliveryDatabase database,
            Pool pool,
            SendPolicy policy,
            UnaryOperator<SendRepository> decorator,
            Function<SendRepository, SurfaceRouter> surfaces) {
        leases = new PostgresLeaseRepository(new LeaseConnection(() -> pool, Duration.ofSeconds(10)), "delivery");
        sends = new PostgresSendRepository(pool);
        lease = new LeaseKeeper(new LongLeases(leases), "test", TERM, UUID::randomUUID, clock::get);
        SendRepository decorated = decorator.apply(sends);
        dispatcher = new SendDispatcher(
                database.vertx().getDelegate(),
                decorated,
                lease,
                policy,
                surfaces.apply(decorated),
                new PostgresReceiptRepository(pool),
                receipt -> Uni.createFrom().voidItem(),
                Clock.systemUTC());
    }

    LeaseKeeper lease() {
        return lease;
    }

    void wake() {
        dispatcher.wake();
    }

    void renew() {
        get(lease.renew());
    }

    boolean mayAct() {
        return lease.mayAct();
    }

    boolean buries() {
        return lease.canExpireOthers();
    }

    /** Pauses the replica for longer than its lease term. */
    void pause() {
        clock.addAndGet(TERM.plusSeconds(1).toNanos());
    }

    /** Pauses the replica, and another one marks it dead. */
    void isMarkedDead(SendReplica other) {
        pause();
        get(leases.renew(lease.incarnation(), "test", EXPIRED));
        assertThat(get(other.leases.expireOverdue())).isEqualTo(1);
    }

    void inherit() {
        assertThat(get(sends.inherit())).isEqualTo(1);
        wake();
    }

    void stop() {
        dispatcher.stop(new ShutdownEvent());
    }

    boolean isRenewable() {
        return get(leases.renew(lease.incarnation(), "test", LONG));
    }

    /** No test moves the database's clock, so leases are long. */
    private record LongLeases(LeaseRepository leases) implements LeaseRepository {
        @Override
        public Uni<Boolean> renew(Incarnation incarnation, String replica, Duration term) {
            return leases.renew(incarnation, replica, LONG);
        }

        @Override
        public Uni<Integer> expireOverdue() {
            return leases.expireOverdue();
        }

        @Override
        public Uni<Void> surrender(Incarnation incarnation) {
            return leases.surrender(incarnation);
        }

        @Override
        public Uni<Integer> sweep(Duration olderThan) {
            return leases.sweep(olderThan);
        }
    }
}
