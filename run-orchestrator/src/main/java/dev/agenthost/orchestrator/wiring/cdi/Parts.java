package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.lease.LeaseKeeper;
import dev.agenthost.lease.LeaseLedger;
import dev.agenthost.lease.LifeFile;
import dev.agenthost.lease.cdi.LeaseSettings;
import dev.agenthost.lease.postgres.LeaseConnection;
import dev.agenthost.lease.postgres.PostgresLeaseLedger;
import dev.agenthost.orchestrator.admission.Admissions;
import dev.agenthost.orchestrator.admission.metrics.CountedAdmissions;
import dev.agenthost.orchestrator.buffer.BufferBudget;
import dev.agenthost.orchestrator.cancel.CancelLedger;
import dev.agenthost.orchestrator.cancel.Canceller;
import dev.agenthost.orchestrator.claim.Claimer;
import dev.agenthost.orchestrator.conduct.Means;
import dev.agenthost.orchestrator.conduct.RunsInHand;
import dev.agenthost.orchestrator.drive.RunExecutor;
import dev.agenthost.orchestrator.drive.metrics.TimedExecutor;
import dev.agenthost.orchestrator.finish.FinishLedger;
import dev.agenthost.orchestrator.finish.Finisher;
import dev.agenthost.orchestrator.finish.RunFence;
import dev.agenthost.orchestrator.finish.UndecodableEnds;
import dev.agenthost.orchestrator.finish.metrics.CountedEnds;
import dev.agenthost.orchestrator.ledger.postgres.PostgresAdmissionLedger;
import dev.agenthost.orchestrator.ledger.postgres.PostgresCancelLedger;
import dev.agenthost.orchestrator.ledger.postgres.PostgresClaimLedger;
import dev.agenthost.orchestrator.ledger.postgres.PostgresFinishLedger;
import dev.agenthost.orchestrator.ledger.postgres.PostgresRecoveryLedger;
import dev.agenthost.orchestrator.ledger.postgres.PostgresRunLedger;
import dev.agenthost.orchestrator.ledger.postgres.PostgresSteeringLedger;
import dev.agenthost.orchestrator.publish.kafka.KafkaResultTopic;
import dev.agenthost.orchestrator.recovery.Sweeper;
import dev.agenthost.orchestrator.room.Places;
import dev.agenthost.orchestrator.room.WorkspaceWeights;
import dev.agenthost.orchestrator.run.RunLedger;
import dev.agenthost.orchestrator.run.UnreadableRun;
import dev.agenthost.orchestrator.runner.cdi.RunnerSettings;
import dev.agenthost.orchestrator.steering.SteeringLedger;
import dev.agenthost.orchestrator.stop.Drain;
import dev.agenthost.watch.metrics.FewNames;
import dev.agenthost.watch.metrics.Stage;
import dev.agenthost.watch.step.Journal;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** All parts of a replica, each made once. */
@Singleton
public class Parts {
    final KafkaResultTopic topic;
    final CancelLedger cancelLedger;
    final SteeringLedger steering;
    final RunLedger runs;
    final LeaseKeeper lease;
    final RunsInHand hand;
    final Claimer claimer;
    final Canceller canceller;
    final Sweeper sweeper;
    final Admissions admissions;
    final Drain drain;
    final Optional<LifeFile> life;
    private final UndecodableEnds undecodable;
    private final List<Runnable> seekers = new CopyOnWriteArrayList<>();

    @Inject
    Parts(
            Pool pool,
            LeaseConnection leaseConnection,
            RunExecutor untimed,
            RunFence fence,
            LeaseSettings settings,
            BufferBudget buffer,
            RunnerSettings runnerSettings,
            @Identifier("default-kafka-broker") Map<String, Object> broker,
            MeterRegistry registry,
            Stage stage,
            FewNames runners,
            Journal journal,
            WorkspaceWeights weights) {
        InstantSource clock = InstantSource.system();
        LeaseLedger leases = new PostgresLeaseLedger(leaseConnection, "runs");
        RunExecutor executor = new TimedExecutor(untimed, registry, stage, runners, journal);
        FinishLedger ends = new CountedEnds(new PostgresFinishLedger(pool, this::unreadable), registry, stage);
        Places places = new Places(executor::room);
        topic = new KafkaResultTopic(broker);
        cancelLedger = new PostgresCancelLedger(pool, this::unreadable);
        steering = new PostgresSteeringLedger(pool, this::unreadable);
        runs = new PostgresRunLedger(pool);
        life = Life.by(settings.file());
        lease = new LeaseKeeper(leases, replica(), settings.term(), this::newLife, System::nanoTime);
        Finisher finisher = new Finisher(ends, topic, places, lease);
        undecodable = new UndecodableEnds(finisher, clock);
        hand = new RunsInHand(new Means(
                executor, topic, runs, finisher, fence, lease, buffer, System::nanoTime, clock, Parts::later));
        claimer = new Claimer(
                new PostgresClaimLedger(pool, this::unreadable), places, lease, hand, executor::room, weights);
        canceller = new Canceller(cancelLedger, lease, hand, finisher, fence, clock);
        sweeper = new Sweeper(
                new PostgresRecoveryLedger(pool, this::unreadable),
                leases,
                lease,
                runs,
                ends,
                finisher,
                fence,
                hand,
                clock,
                runnerSettings.grace());
        admissions = new Admissions(
                new CountedAdmissions(new PostgresAdmissionLedger(pool), registry, stage),
                places,
                lease,
                hand,
                finisher,
                claimer);
        drain = new Drain(places, hand, finisher, lease);
        lease.onRenewed(claimer::wake);
        executor.onRoom(claimer::roomGrew);
        places.onReturned(claimer::wake);
    }

    public LeaseKeeper lease() {
        return lease;
    }

    // Ledgers find such runs, and ending them takes a ledger.
    private void unreadable(UnreadableRun run) {
        undecodable.found(run);
    }

    /** A run was queued somewhere: perhaps for a runner that is here, or could be. */
    void queued() {
        claimer.wake();
        seekers.forEach(Runnable::run);
    }

    /** Calls back when a run was queued. */
    public void onQueued(Runnable seek) {
        seekers.add(seek);
    }

    private UUID newLife() {
        UUID id = UUID.randomUUID();
        life.ifPresent(file -> file.lives(new Incarnation(id)));
        return id;
    }

    /** What processes before this one in its place held is another's, now and not after a term. */
    Uni<Void> buryPredecessors() {
        return life.map(file -> lease.bury(file.before()).invoke(file::buried))
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    private static void later(Duration pause, Runnable what) {
        Infrastructure.getDefaultWorkerPool().schedule(what, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static String replica() {
        return "pid " + ProcessHandle.current().pid();
    }
}
