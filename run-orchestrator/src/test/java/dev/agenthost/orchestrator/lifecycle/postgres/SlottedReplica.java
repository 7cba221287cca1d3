package dev.agenthost.orchestrator.lifecycle.postgres;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.flowcontrol.SlotReservations;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceWeights;
import dev.agenthost.orchestrator.lifecycle.ActiveRuns;
import dev.agenthost.orchestrator.lifecycle.Claimer;
import dev.agenthost.orchestrator.lifecycle.RunWriter;
import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionService;
import dev.agenthost.orchestrator.lifecycle.attempt.RunExecutor;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInputs;
import dev.agenthost.orchestrator.lifecycle.attempt.ScriptedStream;
import dev.agenthost.orchestrator.lifecycle.attempt.SilentObserver;
import dev.agenthost.orchestrator.lifecycle.finish.Finisher;
import dev.agenthost.orchestrator.result.ResultProducer;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.runner.Icon;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Admission, claims and slots of one replica, on the repository's real functions; its runners complete each run a moment after it began. */
final class SlottedReplica implements RunExecutor {
    private static final AtomicLong POSITIONS = new AtomicLong();

    final Queue<ClaimedRun> started = new ConcurrentLinkedQueue<>();
    /** On this process's monotonic clock, in nanoseconds. */
    final Map<RunKey, Long> startedAt = new ConcurrentHashMap<>();

    final Queue<ClaimedRun> givenBack = new ConcurrentLinkedQueue<>();
    private final RunnerRegistry registry = new RunnerRegistry();
    private final Vertx vertx;
    private final long runMillis;
    private final Claimer claimer;
    private final AdmissionService admissions;

    /** @param runMillis the duration of each of its runs */
    SlottedReplica(Vertx vertx, Pool pool, long runMillis) {
        this.vertx = vertx;
        this.runMillis = runMillis;
        SlotReservations places = new SlotReservations(this::room);
        var leases = new PostgresLeaseRepository(new LeaseConnection(() -> pool, Duration.ofSeconds(10)), "runs");
        LeaseKeeper lease = new LeaseKeeper(leases, "test", Duration.ofMinutes(5), UUID::randomUUID, System::nanoTime);
        ResultProducer topic = (record, allowed) ->
                Uni.createFrom().item(new RecordPosition(Topics.RUN_RESULTS, 0, POSITIONS.incrementAndGet()));
        Finisher finisher = new Finisher(new PostgresRunTerminationRepository(pool, run -> {}), topic, places, lease);
        ActiveRuns hand = new ActiveRuns(
                this,
                new RunWriter(
                        topic,
                        new PostgresRunRepository(pool),
                        finisher,
                        (key, attempt) -> Uni.createFrom().voidItem(),
                        lease),
                finisher,
                lease,
                new BufferBudget(64_000_000),
                new RunClock(
                        System::nanoTime,
                        InstantSource.system(),
                        (pause, what) -> vertx.setTimer(Math.max(1, pause.toMillis()), timer -> what.run())),
                new SilentObserver());
        claimer = new Claimer(
                new PostgresClaimRepository(pool, run -> {}), places, lease, hand, this::room, WorkspaceWeights.EQUAL);
        admissions = new AdmissionService(
                new PostgresAdmissionRepository(pool),
                new PostgresCancellationRepository(pool, run -> {}),
                places,
                lease,
                hand,
                finisher,
                claimer);
        registry.onRoom(claimer::onCapacityAvailable);
        places.onReturned(claimer::wake);
        lease.renew().await().atMost(Duration.ofSeconds(10));
    }

    void connect(RunnerId runner, String workspace, int slots) {
        registry.add(new Connection(runner, workspace, slots));
    }

    Uni<List<AdmissionOutcome>> admit(List<Admission> batch) {
        return admissions.admit(batch, List.of());
    }

    /** As the database's notice of a queued run does. */
    void wake() {
        claimer.wake();
    }

    @Override
    public Map<SlotPool, Integer> room() {
        return registry.room();
    }

    @Override
    public void onRoom(Runnable wake) {
        registry.onRoom(wake);
    }

    @Override
    public void execute(ClaimedRun run, RunInputs inputs) {
        Optional<RunnerConnection> slot = registry.reserve(run.binding().runnerId(), run.workspaceId(), run.pool());
        if (slot.isEmpty()) {
            givenBack.add(run);
            inputs.submit(new RunInput.NotReserved(new ExecutionOutcome.NotStarted(
                    FailureCode.RUNNER_UNAVAILABLE, "no connection has room for the runner")));
            return;
        }
        startedAt.put(run.key(), System.nanoTime());
        started.add(run);
        ScriptedStream stream = ScriptedStream.reserve(inputs, effect -> {});
        vertx.setTimer(runMillis, timer -> {
            stream.complete();
            slot.get().giveBack();
        });
    }

    private final class Connection implements RunnerConnection {
        private final String id = UUID.randomUUID().toString();
        private final RunnerDescriptor descriptor;
        private final String workspace;
        private final int slots;
        private final AtomicInteger taken = new AtomicInteger();

        Connection(RunnerId runner, String workspace, int slots) {
            this.workspace = workspace;
            this.slots = slots;
            this.descriptor = new RunnerDescriptor(
                    runner,
                    new AgentRunnerManifest(
                            runner.toString(),
                            runner.runner(),
                            Map.of("en_US", "x"),
                            null,
                            AgentRunnerCapabilities.none(),
                            AgentRunnerPermissions.none(),
                            List.of(),
                            JsonNodeFactory.instance.objectNode()),
                    null,
                    JsonNodeFactory.instance.objectNode());
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public List<RunnerDescriptor> runners() {
            return List.of(descriptor);
        }

        @Override
        public List<Refusal> refusals() {
            return List.of();
        }

        @Override
        public Set<String> workspaces() {
            return Set.of(workspace);
        }

        @Override
        public int largestMessage() {
            return 1 << 20;
        }

        @Override
        public SdkGeneration generation() {
            return SdkGeneration.SPECIFICATION;
        }

        @Override
        public Optional<Icon> icon(RunnerId runner) {
            return Optional.empty();
        }

        @Override
        public boolean serves(RunnerId runner, String workspaceId) {
            return descriptor.id().equals(runner) && (workspace.equals("*") || workspace.equals(workspaceId));
        }

        @Override
        public int room() {
            return slots;
        }

        @Override
        public int taken() {
            return taken.get();
        }

        @Override
        public synchronized boolean reserve() {
            boolean free = taken.get() < slots;
            if (free) {
                taken.incrementAndGet();
            }
            return free;
        }

        @Override
        public void giveBack() {
            taken.decrementAndGet();
            registry.wake();
        }

        @Override
        public OptionalLong run(RunnerId runner, ObjectNode context, String workspaceId, WireLink.Answers answers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void leave(long seqId, long deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Backlog backlog() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void check(long now) {}

        @Override
        public void refresh(long now) {}
    }
}
