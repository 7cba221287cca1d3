package dev.agenthost.gateway.polling;

import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.polling.postgres.PostgresConnectionRecordRepository;
import dev.agenthost.gateway.polling.postgres.PostgresPollingClaimRepository;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.EventEnvelope;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A replica of event-gateway that polls or connects one bot, with the failures that a test causes. */
public final class HolderReplica implements AutoCloseable {
    private static final Duration TERM = Duration.ofMillis(400);
    private final int number;
    private final PublishedEvents events;
    private final PollingSupervisor supervisor;
    private final LeaseKeeper lease;
    private final List<Pool> pools = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean databaseAway;
    private volatile boolean paused;
    private volatile boolean stopped;

    /** Makes what one replica does for the bot. */
    @FunctionalInterface
    public interface TaskFactory {
        PollingTask make(Vertx vertx, EventProducer producer, ConnectionRecordRepository records);
    }

    public HolderReplica(
            int number, GatewayDatabase database, BotRegistration bot, PublishedEvents events, TaskFactory tasks) {
        this.number = number;
        this.events = events;
        LeaseRepository leases =
                new Leases(new PostgresLeaseRepository(new LeaseConnection(() -> pool(database, 1), TERM), "gateway"));
        lease = new LeaseKeeper(leases, "replica " + number, TERM, UUID::randomUUID, System::nanoTime);
        Pool pool = pool(database, 2);
        supervisor = new PollingSupervisor(
                () -> List.of(bot),
                new Claims(new PostgresPollingClaimRepository(pool)),
                leases,
                lease,
                tasks.make(
                        database.vertx().getDelegate(),
                        new Producer(),
                        new Records(new PostgresConnectionRecordRepository(pool))));
        thread = Thread.ofVirtual().name("replica-" + number).start(this::run);
    }

    /** Its connections end with it. */
    private Pool pool(GatewayDatabase database, int size) {
        Pool pool = database.pool(size);
        pools.add(pool);
        return pool;
    }

    public int number() {
        return number;
    }

    /** The connections to the database fail. */
    public void loseDatabase() {
        databaseAway = true;
    }

    /** Nothing of this process goes on: an event that it is about to publish is published after the pause. */
    public void pause() {
        paused = true;
    }

    public void heal() {
        databaseAway = false;
        synchronized (this) {
            paused = false;
            notifyAll();
        }
    }

    /** Ends as at a shutdown. */
    @Override
    public void close() throws InterruptedException {
        heal();
        stopped = true;
        thread.join();
        pools.forEach(Pool::closeAndAwait);
    }

    private void run() {
        try {
            for (long beat = 0; !stopped; beat++) {
                awaitPauseEnd();
                lease.renew().await().atMost(Duration.ofSeconds(20));
                try {
                    supervisor.round();
                } catch (RuntimeException databaseUnavailable) {
                    // The next round tries again.
                }
                Thread.sleep(TERM.dividedBy(4));
            }
            supervisor.close();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void awaitPauseEnd() throws InterruptedException {
        while (paused) {
            wait();
        }
    }

    private <T> Uni<T> query(Supplier<Uni<T>> statement) {
        return Uni.createFrom()
                .deferred(() -> databaseAway || paused
                        ? Uni.createFrom().failure(new IOException("the database is away"))
                        : statement.get());
    }

    private final class Producer implements EventProducer {
        @Override
        public CompletionStage<Void> publish(EventEnvelope envelope, String traceparent) {
            try {
                awaitPauseEnd();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return CompletableFuture.failedFuture(e);
            }
            events.add(number, envelope);
            return CompletableFuture.completedFuture(null);
        }
    }

    private final class Claims implements PollingClaimRepository {
        private final PollingClaimRepository repository;

        Claims(PollingClaimRepository repository) {
            this.repository = repository;
        }

        @Override
        public Uni<Optional<PollingClaim>> claim(String botId, Incarnation holder) {
            return query(() -> repository.claim(botId, holder))
                    .invoke(claimed -> claimed.ifPresent(claim -> events.claimed(number, claim.epoch())));
        }

        @Override
        public Uni<Void> release(PollingClaim claim) {
            return query(() -> repository.release(claim));
        }

        @Override
        public Uni<Integer> releaseDead() {
            return query(repository::releaseDead);
        }
    }

    private final class Records implements ConnectionRecordRepository {
        private final ConnectionRecordRepository repository;

        Records(ConnectionRecordRepository repository) {
            this.repository = repository;
        }

        @Override
        public Uni<ConnectionRecord> read(String botId) {
            return query(() -> repository.read(botId));
        }

        @Override
        public Uni<Boolean> store(PollingClaim claim, ConnectionRecord current) {
            return query(() -> repository.store(claim, current));
        }
    }

    private final class Leases implements LeaseRepository {
        private final LeaseRepository repository;

        Leases(LeaseRepository repository) {
            this.repository = repository;
        }

        @Override
        public Uni<Boolean> renew(Incarnation incarnation, String replica, Duration term) {
            return query(() -> repository.renew(incarnation, replica, term));
        }

        @Override
        public Uni<Integer> expireOverdue() {
            return query(repository::expireOverdue);
        }

        @Override
        public Uni<Void> surrender(Incarnation incarnation) {
            return query(() -> repository.surrender(incarnation));
        }

        @Override
        public Uni<Integer> sweep(Duration olderThan) {
            return query(() -> repository.sweep(olderThan));
        }
    }
}
