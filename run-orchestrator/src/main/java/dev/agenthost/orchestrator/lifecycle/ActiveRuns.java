package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import dev.agenthost.orchestrator.lifecycle.attempt.AttemptObserver;
import dev.agenthost.orchestrator.lifecycle.attempt.RunExecutor;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput;
import dev.agenthost.orchestrator.lifecycle.attempt.RunPhase;
import dev.agenthost.orchestrator.lifecycle.finish.Finisher;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunClock;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunOwnership;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The runs that this replica holds now. Thread-safe. */
public final class ActiveRuns implements RunOwnership {
    private static final Logger LOG = System.getLogger(ActiveRuns.class.getName());
    /** Time for which {@code run_get} of a cancelled run still serves its runner. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private record Cancelled(RunLifecycle run, long closeAt) {}

    private final RunExecutor executor;
    private final RunWriter writer;
    private final LeaseKeeper lease;
    private final BufferBudget buffer;
    private final RunClock clock;
    private final AttemptObserver observer;
    private final Map<RunId, RunLifecycle> runs = new ConcurrentHashMap<>();
    private final Queue<Cancelled> cancelled = new ConcurrentLinkedQueue<>();
    private final AbandonedRuns abandoned = new AbandonedRuns();

    /** @param finisher claims the next run of a conversation when it ends one */
    public ActiveRuns(
            RunExecutor executor,
            RunWriter writer,
            Finisher finisher,
            LeaseKeeper lease,
            BufferBudget buffer,
            RunClock clock,
            AttemptObserver observer) {
        this.executor = executor;
        this.writer = writer;
        this.lease = lease;
        this.buffer = buffer;
        this.clock = clock;
        this.observer = observer;
        finisher.onClaimed(this::start);
        lease.onRenewed(() -> submitToAll(new RunInput.LeaseRenewed()));
        lease.onLost(this::drop);
    }

    /**
     * Starts a run that this replica has just claimed, and replaces an older attempt that it still holds. Does nothing if it holds the
     * attempt.
     *
     * @param owner the claiming incarnation; this replica may have another one when the response arrives
     */
    public void start(ClaimedRun run, Incarnation owner) {
        if (!lease.mayActAs(owner)) {
            // The response to the claim came too late. The run was not started: a sweep requeues it.
            LOG.log(Level.WARNING, "claimed too late runId={0} attempt={1}", run.runId(), run.attempt());
            return;
        }
        RunLifecycle older = runs.get(run.runId());
        if (older != null && older.run().attempt() < run.attempt()) {
            older.submit(new RunInput.Dropped());
            runs.remove(run.runId(), older);
        }
        RunLifecycle started = new RunLifecycle(run, owner, executor, writer, buffer, clock, observer, this::released);
        if (runs.putIfAbsent(run.runId(), started) == null) {
            started.submit(new RunInput.Begin());
        }
    }

    /** Returns true if this replica holds that attempt of the run. */
    public boolean holds(RunKey key, int attempt) {
        RunLifecycle held = runs.get(key.runId());
        return held != null && held.run().key().equals(key) && held.run().attempt() == attempt;
    }

    /** Returns that attempt of the run if this replica started and released it without the repository's knowledge. */
    public Optional<AbandonedRuns.Started> abandoned(RunKey key, int attempt) {
        return abandoned.find(key, attempt);
    }

    /** Removes old abandoned runs that the repository does not show as held by this replica. */
    public void forgetAbandonedExcept(Set<RunKey> open) {
        abandoned.keepOnly(open, clock.nanos());
    }

    public int size() {
        return runs.size();
    }

    public void cancel(RunKey key) {
        RunLifecycle held = runs.get(key.runId());
        if (held != null && held.run().key().equals(key)) {
            held.submit(new RunInput.Command(new RunCommand.Cancelled(), "cancelled on request"));
        }
    }

    /** Ends or requeues every run, by its retry policy, when this replica stops. */
    public void release() {
        submitToAll(new RunInput.HostStops());
    }

    /** Checks deadlines, and closes the executions of cancelled runs when their grace is over. */
    public void tick() {
        long now = clock.nanos();
        runs.values().forEach(held -> held.tick(now));
        for (Cancelled first = cancelled.peek();
                first != null && now - first.closeAt() >= 0;
                first = cancelled.peek()) {
            cancelled.remove(first);
            first.run().submit(new RunInput.StreamInput.Close());
        }
    }

    @Override
    public boolean mayAct() {
        return lease.mayAct();
    }

    @Override
    public Uni<Boolean> touch(RunId run, int attempt) {
        RunLifecycle held = runs.get(run);
        return held == null || held.run().attempt() != attempt
                ? Uni.createFrom().item(false)
                : held.touch();
    }

    private void drop(Incarnation dead) {
        runs.values().stream()
                .filter(held -> held.owner().equals(dead))
                .forEach(held -> held.submit(new RunInput.Dropped()));
    }

    private void submitToAll(RunInput input) {
        runs.values().forEach(held -> held.submit(input));
    }

    private void released(RunLifecycle run, RunPhase.Released how) {
        if (!how.settled()) {
            abandoned.add(run.run(), how.cause(), clock.nanos());
        }
        runs.remove(run.run().runId(), run);
        if (how.stoppedBy() == FailureCode.CANCELLED) {
            cancelled.add(new Cancelled(run, clock.nanos() + GRACE.toNanos()));
        }
    }
}
