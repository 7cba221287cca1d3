package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.SlotReservations;
import dev.agenthost.orchestrator.lifecycle.attempt.AttemptObserver;
import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunExecutor;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInputs;
import dev.agenthost.orchestrator.lifecycle.attempt.ScriptedStream;
import dev.agenthost.orchestrator.lifecycle.finish.Finisher;
import dev.agenthost.orchestrator.lifecycle.finish.PublishedTermination;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationRepository;
import dev.agenthost.orchestrator.lifecycle.finish.TurnRelease;
import dev.agenthost.orchestrator.result.ResultProducer;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunListQuery;
import dev.agenthost.orchestrator.run.RunRepository;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.topic.RecordPosition;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** A replica in memory: the test moves its clock, answers its broker, and plays its runner. */
final class Fakes {
    static final Duration TERM = Duration.ofSeconds(6);

    long now;
    boolean leaseDead;
    boolean databaseAway;
    boolean touchRefused;
    /** Answer at once that a run is touched. */
    boolean touching = true;
    /** The executor has a fault. */
    boolean faulty;

    /** The runner cannot perform these effects. */
    Class<? extends StreamEffect> fault;

    final List<ExecutionOutcome> outcomes = new ArrayList<>();

    boolean storeRefused;
    /** Acknowledge records at once. */
    boolean acking = true;

    ScriptedStream stream;
    boolean closed;
    /** Frames of the runner that wait no more. */
    int released;

    boolean pausing;
    private final List<Later> later = new ArrayList<>();
    boolean surrendered;
    final List<FailureCode> cancels = new ArrayList<>();
    final List<ResultRecord> published = new ArrayList<>();
    final List<UniEmitter<? super RecordPosition>> unacked = new ArrayList<>();
    final List<UniEmitter<? super Boolean>> untouched = new ArrayList<>();
    final List<String> log = new ArrayList<>();
    final List<RunDecision.Requeue> requeued = new ArrayList<>();
    final List<RunTermination> stored = new ArrayList<>();

    final RunRepository runs = new RunRows();
    final RunTerminationRepository terminations = new Terminations();
    final ResultProducer topic = new Results();
    final RunExecutor executor = new Executor();
    final LeaseRepository leases = new Leases();
    final LeaseKeeper lease = new LeaseKeeper(leases, "test", TERM, UUID::randomUUID, () -> now);
    final BufferBudget buffer = new BufferBudget(4_000_000);
    final Finisher finisher = new Finisher(terminations, topic, new SlotReservations(Map::of), lease);
    final ActiveRuns hand = new ActiveRuns(
            executor,
            new RunWriter(
                    topic, runs, finisher, (key, attempt) -> Uni.createFrom().voidItem(), lease),
            finisher,
            lease,
            buffer,
            new RunClock(() -> now, () -> Instant.EPOCH, this::after),
            new Outcomes());

    Fakes() {
        renew();
    }

    void renew() {
        lease.renew().await().indefinitely();
    }

    void pass(Duration time) {
        now += time.toNanos();
        later.stream().filter(timed -> timed.due() <= now).toList().forEach(timed -> {
            later.remove(timed);
            timed.what().run();
        });
    }

    /** At once, unless a test wants to see the pauses. */
    private void after(Duration pause, Runnable what) {
        if (pausing) {
            later.add(new Later(now + pause.toNanos(), what));
        } else {
            what.run();
        }
    }

    private record Later(long due, Runnable what) {}

    List<String> publishedTypes() {
        return publishedResults().stream().map(ResultFrame::type).toList();
    }

    List<ResultFrame> publishedResults() {
        List<ResultFrame> results = new ArrayList<>();
        for (ResultRecord record : published) {
            try {
                results.addAll(
                        ProtocolCodec.decode(record.value(), RunResults.class).results());
            } catch (UndecodableException e) {
                throw new IllegalStateException(e);
            }
        }
        return results;
    }

    void ack() {
        unacked.removeFirst().complete(new RecordPosition("agent.run-results", 0, published.size()));
    }

    /** The executor, whose one run the test plays. */
    private final class Executor implements RunExecutor {
        @Override
        public Map<SlotPool, Integer> room() {
            return Map.of();
        }

        @Override
        public void onRoom(Runnable wake) {}

        @Override
        public void execute(ClaimedRun run, RunInputs inputs) {
            if (faulty) {
                throw new IllegalStateException("a fault");
            }
            stream = ScriptedStream.reserve(inputs, Fakes.this::perform);
        }
    }

    private void perform(StreamEffect effect) {
        switch (effect) {
            case StreamEffect.CancelRunner cancel -> cancels.add(cancel.code());
            case StreamEffect.ReleaseFrames frames -> released += frames.frames();
            case StreamEffect.CloseSession close -> closed = true;
            default -> {}
        }
        if (fault != null && fault.isInstance(effect)) {
            throw new IllegalStateException("a fault");
        }
    }

    private final class Outcomes implements AttemptObserver {
        @Override
        public void started(ClaimedRun run) {}

        @Override
        public void firstResult(ClaimedRun run, Duration took) {
            log.add("first");
        }

        @Override
        public void ended(ClaimedRun run, ExecutionOutcome outcome, Duration took) {
            outcomes.add(outcome);
        }
    }

    /** The broker, which acknowledges records at once or when the test says so. */
    private final class Results implements ResultProducer {
        @Override
        public Uni<RecordPosition> publish(ResultRecord record, BooleanSupplier allowed) {
            if (!allowed.getAsBoolean()) {
                return Uni.createFrom().failure(new IllegalStateException("not allowed"));
            }
            log.add("publish");
            published.add(record);
            return acking
                    ? Uni.createFrom().item(new RecordPosition("agent.run-results", 0, published.size()))
                    : Uni.createFrom().<RecordPosition>emitter(unacked::add);
        }
    }

    /** The rows of runs. */
    private final class RunRows implements RunRepository {
        @Override
        public Uni<Boolean> touch(RunKey key, RunState.Running held) {
            log.add("touch");
            return touching
                    ? Uni.createFrom().item(!touchRefused)
                    : Uni.createFrom().<Boolean>emitter(untouched::add);
        }

        @Override
        public Uni<Boolean> requeue(RunKey key, RunState.Running held, RunDecision.Requeue how) {
            requeued.add(how);
            return Uni.createFrom().item(true);
        }

        @Override
        public Uni<List<RunView>> page(RunListQuery question) {
            return Uni.createFrom().item(List.of());
        }

        @Override
        public Uni<Optional<String>> error(RunKey key) {
            return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public Uni<Optional<RunView>> find(RunKey key) {
            return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public Uni<Optional<RunView>> lastOfChain(RunKey first) {
            return find(first);
        }
    }

    /** The stored ends of runs. */
    private final class Terminations implements RunTerminationRepository {
        @Override
        public Uni<List<Boolean>> store(List<RunTermination> ends) {
            if (!storeRefused) {
                stored.addAll(ends);
            }
            return Uni.createFrom().item(ends.stream().map(end -> !storeRefused).toList());
        }

        @Override
        public Uni<TurnRelease> mark(List<PublishedTermination> published, Incarnation owner, SlotReservation room) {
            log.add("mark");
            return Uni.createFrom().item(new TurnRelease(List.of(), List.of()));
        }

        @Override
        public Uni<List<Unpublished>> unpublished(int most) {
            return Uni.createFrom().item(List.of());
        }
    }

    /** The lease of the replica. */
    private final class Leases implements LeaseRepository {
        @Override
        public Uni<Boolean> renew(Incarnation incarnation, String replica, Duration term) {
            if (databaseAway) {
                return Uni.createFrom().failure(new IllegalStateException("away"));
            }
            boolean held = !leaseDead;
            leaseDead = false;
            return Uni.createFrom().item(held);
        }

        @Override
        public Uni<Integer> expireOverdue() {
            log.add("bury");
            return Uni.createFrom().item(0);
        }

        @Override
        public Uni<Void> surrender(Incarnation incarnation) {
            surrendered = true;
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<Integer> sweep(Duration olderThan) {
            return Uni.createFrom().item(0);
        }
    }
}
