package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.flowcontrol.SlotReservations;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceWeights;
import dev.agenthost.orchestrator.lifecycle.ActiveRuns;
import dev.agenthost.orchestrator.lifecycle.CancellationRepository;
import dev.agenthost.orchestrator.lifecycle.Canceller;
import dev.agenthost.orchestrator.lifecycle.Claimer;
import dev.agenthost.orchestrator.lifecycle.Drain;
import dev.agenthost.orchestrator.lifecycle.RunWriter;
import dev.agenthost.orchestrator.lifecycle.SteeringRepository;
import dev.agenthost.orchestrator.lifecycle.Sweeper;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionService;
import dev.agenthost.orchestrator.lifecycle.attempt.RunExecutor;
import dev.agenthost.orchestrator.lifecycle.finish.Finisher;
import dev.agenthost.orchestrator.lifecycle.finish.RunFence;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationRepository;
import dev.agenthost.orchestrator.lifecycle.finish.UndecodableEnds;
import dev.agenthost.orchestrator.lifecycle.kafka.KafkaResultProducer;
import dev.agenthost.orchestrator.lifecycle.postgres.PostgresAdmissionRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.PostgresCancellationRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.PostgresClaimRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.PostgresRecoveryRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.PostgresRunRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.PostgresRunTerminationRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.PostgresSteeringRepository;
import dev.agenthost.orchestrator.metrics.AdmissionMetrics;
import dev.agenthost.orchestrator.metrics.AttemptMetrics;
import dev.agenthost.orchestrator.metrics.RunTerminationMetrics;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.run.RunRepository;
import dev.agenthost.orchestrator.run.UnreadableRun;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.platform.lease.ReplicaLockFile;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.LeaseSettings;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import dev.agenthost.platform.observability.StepRecorder;
import dev.agenthost.platform.observability.metrics.BoundedLabels;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
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

/** Creates the components of a replica. */
@Singleton
public class CompositionRoot {
    final KafkaResultProducer topic;
    final CancellationRepository cancellationRepository;
    final SteeringRepository steering;
    final RunRepository runs;
    final LeaseKeeper lease;
    final ActiveRuns activeRuns;
    final Claimer claimer;
    final Canceller canceller;
    final Sweeper sweeper;
    final AdmissionService admissions;
    final Drain drain;
    final Optional<ReplicaLockFile> life;
    private final UndecodableEnds undecodable;
    private final List<Runnable> seekers = new CopyOnWriteArrayList<>();

    @Inject
    CompositionRoot(
            Pool pool,
            LeaseConnection leaseConnection,
            RunExecutor executor,
            RunFence fence,
            LeaseSettings settings,
            BufferBudget buffer,
            RunnerSettings runnerSettings,
            @Identifier("default-kafka-broker") Map<String, Object> broker,
            MeterRegistry registry,
            MetricNamespace stage,
            BoundedLabels runners,
            StepRecorder journal,
            WorkspaceWeights weights) {
        InstantSource clock = InstantSource.system();
        LeaseRepository leases = new PostgresLeaseRepository(leaseConnection, "runs");
        RunTerminationRepository ends = new RunTerminationMetrics(
                new PostgresRunTerminationRepository(pool, this::unreadable), registry, stage);
        SlotReservations places = new SlotReservations(executor::room);
        topic = new KafkaResultProducer(broker);
        cancellationRepository = new PostgresCancellationRepository(pool, this::unreadable);
        steering = new PostgresSteeringRepository(pool, this::unreadable);
        runs = new PostgresRunRepository(pool);
        life = ReplicaLock.by(settings.file());
        lease = new LeaseKeeper(leases, replica(), settings.term(), this::newLife, System::nanoTime);
        Finisher finisher = new Finisher(ends, topic, places, lease);
        undecodable = new UndecodableEnds(finisher, clock);
        activeRuns = new ActiveRuns(
                executor,
                new RunWriter(topic, runs, finisher, fence, lease),
                finisher,
                lease,
                buffer,
                new RunClock(System::nanoTime, clock, CompositionRoot::later),
                new AttemptMetrics(registry, stage, runners, journal));
        claimer = new Claimer(
                new PostgresClaimRepository(pool, this::unreadable),
                places,
                lease,
                activeRuns,
                executor::room,
                weights);
        canceller = new Canceller(cancellationRepository, lease, activeRuns, finisher, fence, clock);
        sweeper = new Sweeper(
                new PostgresRecoveryRepository(pool, this::unreadable),
                leases,
                lease,
                runs,
                ends,
                finisher,
                fence,
                activeRuns,
                clock,
                runnerSettings.reconnectTimeout());
        admissions = new AdmissionService(
                new AdmissionMetrics(new PostgresAdmissionRepository(pool), registry, stage),
                cancellationRepository,
                places,
                lease,
                activeRuns,
                finisher,
                claimer);
        drain = new Drain(places, activeRuns, finisher, lease);
        lease.onRenewed(claimer::wake);
        executor.onRoom(claimer::onCapacityAvailable);
        places.onReturned(claimer::wake);
    }

    public LeaseKeeper lease() {
        return lease;
    }

    // Repositories report such runs; the object that ends them needs a repository itself.
    private void unreadable(UnreadableRun run) {
        undecodable.found(run);
    }

    /** Claims if a run was queued on any replica, and notifies the seekers of its runner. */
    void queued() {
        claimer.wake();
        seekers.forEach(Runnable::run);
    }

    /** Registers a callback for queued runs. */
    public void onQueued(Runnable seek) {
        seekers.add(seek);
    }

    private UUID newLife() {
        UUID id = UUID.randomUUID();
        life.ifPresent(file -> file.addIncarnation(new Incarnation(id)));
        return id;
    }

    /** Marks the leases of earlier processes of this replica as dead, so that their runs are available at once. */
    Uni<Void> buryPredecessors() {
        return life.map(file -> lease.expire(file.previousIncarnations()).invoke(file::removePrevious))
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    private static void later(Duration pause, Runnable what) {
        Infrastructure.getDefaultWorkerPool().schedule(what, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static String replica() {
        return "pid " + ProcessHandle.current().pid();
    }
}
