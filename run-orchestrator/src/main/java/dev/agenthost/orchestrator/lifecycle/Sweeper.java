package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.lifecycle.finish.Finisher;
import dev.agenthost.orchestrator.lifecycle.finish.RunFence;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationFactory;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationRepository;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunRepository;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.RetryPolicy;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Ends, requeues or retries runs without a live owner. Replicas sweep concurrently; the database lets one of them win. */
public final class Sweeper {
    private static final Logger LOG = System.getLogger(Sweeper.class.getName());
    private static final int MOST = 200;

    private final RecoveryRepository repository;
    private final LeaseRepository leases;
    private final LeaseKeeper lease;
    private final RunRepository runs;
    private final RunTerminationRepository ends;
    private final Finisher finisher;
    private final RunFence fence;
    private final ActiveRuns activeRuns;
    private final InstantSource clock;
    private final Duration grace;
    private final AtomicBoolean sweeping = new AtomicBoolean();

    /** @param grace how long a runner that lost its last connection has to connect again */
    public Sweeper(
            RecoveryRepository repository,
            LeaseRepository leases,
            LeaseKeeper lease,
            RunRepository runs,
            RunTerminationRepository ends,
            Finisher finisher,
            RunFence fence,
            ActiveRuns activeRuns,
            InstantSource clock,
            Duration grace) {
        this.repository = repository;
        this.leases = leases;
        this.lease = lease;
        this.runs = runs;
        this.ends = ends;
        this.finisher = finisher;
        this.fence = fence;
        this.activeRuns = activeRuns;
        this.clock = clock;
        this.grace = grace;
    }

    /**
     * Handles urgent runs once; to be called about twice a second. Runs of a dead owner end at once, because a dead lease is never
     * renewed. A replica that has not reached the database for a full term marks no lease dead and ends no waiting run: after an outage
     * all replicas have time to renew their leases and to claim queued runs. Never fails.
     */
    public Uni<Void> sweep() {
        if (!lease.mayAct() || !sweeping.compareAndSet(false, true)) {
            return Uni.createFrom().voidItem();
        }
        return quietly(lease.canExpireOthers() ? overdue() : Uni.createFrom().voidItem())
                .chain(() -> quietly(each(repository.ofDeadOwners(MOST), this::hostLost)))
                .chain(() -> quietly(unpublished()))
                .eventually(() -> sweeping.set(false));
    }

    /**
     * Handles, every few seconds, runs long past their deadline with any owner, and runs claimed by this replica that it does not hold.
     * Never fails.
     */
    public Uni<Void> strays() {
        if (!lease.mayAct()) {
            return Uni.createFrom().voidItem();
        }
        return quietly(lease.canExpireOthers() ? overruns() : Uni.createFrom().voidItem())
                .chain(() ->
                        quietly(each(repository.claimedBy(lease.incarnation()).invoke(this::shown), this::stray)));
    }

    private Uni<Void> overruns() {
        return each(
                repository.overrun(RunDecider.OVERRUN, MOST),
                run -> settle(run, new RunCommand.Overrun(), "the run did not end at its deadline"));
    }

    private void shown(List<RecoveryRepository.OwnedRun> held) {
        activeRuns.forgetAbandonedExcept(
                held.stream().map(RecoveryRepository.OwnedRun::key).collect(Collectors.toSet()));
    }

    /**
     * Ends queued runs whose runner is connected to no replica, and was not a moment ago; about once a second. After a start or an outage
     * runners have a full term to reconnect. Never fails.
     */
    public Uni<Void> absentRunners() {
        return lease.mayAct() && lease.canExpireOthers()
                ? quietly(each(repository.withoutRunner(grace, MOST), this::withoutRunner))
                : Uni.createFrom().voidItem();
    }

    private Uni<Void> overdue() {
        return quietly(leases.expireOverdue().replaceWithVoid())
                .chain(() -> each(repository.queuedTooLong(MOST), this::queuedTooLong));
    }

    private Uni<Void> hostLost(StoredRun run) {
        return settle(run, new RunCommand.HostLost(), "the replica that held the run is gone");
    }

    private Uni<Void> withoutRunner(StoredRun run) {
        String why = "no runner " + run.binding().runnerId() + " is connected for this workspace";
        return settle(run, new RunCommand.QueueLimitPassed(FailureCode.RUNNER_UNAVAILABLE), why);
    }

    private Uni<Void> queuedTooLong(StoredRun run) {
        String why =
                switch (run.heldUpBy()) {
                    case CONTEXT_UNAVAILABLE -> "the run's context could not be read within the queue's limit";
                    case DEADLINE_EXCEEDED -> "the run's deadline passed before it could go on";
                    default -> "no runner had room within the queue's limit";
                };
        return settle(run, new RunCommand.QueueLimitPassed(run.heldUpBy()), why);
    }

    private Uni<Void> stray(RecoveryRepository.OwnedRun found) {
        int attempt = found.state().attempt();
        if (activeRuns.holds(found.key(), attempt)) {
            return Uni.createFrom().voidItem();
        }
        return activeRuns
                .abandoned(found.key(), attempt)
                .map(started -> abandoned(found, started))
                .orElseGet(() -> neverStarted(found));
    }

    /** Handles a started run: its runner may have received it. */
    private Uni<Void> abandoned(RecoveryRepository.OwnedRun found, AbandonedRuns.Started started) {
        StoredRun run = new StoredRun(
                started.run().resolution(), found.state(), started.run().traceId(), FailureCode.RUNNER_UNAVAILABLE);
        return settle(run, started.cause(), "the replica that held the run lost hold of it");
    }

    /** Handles a claim without a response: no replica has started the run or may start it under this claim. */
    private Uni<Void> neverStarted(RecoveryRepository.OwnedRun found) {
        RunCommand notStarted = new RunCommand.NotStarted(FailureCode.RUNNER_UNAVAILABLE);
        return RunDecider.decide(found.state(), RetryPolicy.NEVER, notStarted) instanceof RunDecision.Requeue how
                ? runs.requeue(found.key(), found.state(), how).replaceWithVoid()
                : Uni.createFrom().voidItem();
    }

    private Uni<Void> settle(StoredRun run, RunCommand command, String why) {
        return switch (RunDecider.decide(run.state(), run.binding().retryPolicy(), command)) {
            case RunDecision.Nothing nothing -> Uni.createFrom().voidItem();
            case RunDecision.Requeue how ->
                run.state() instanceof RunState.Running held
                        ? runs.requeue(run.key(), held, how).replaceWithVoid()
                        : Uni.createFrom().voidItem();
            case RunDecision.End end ->
                finisher.finish(RunTerminationFactory.of(run, end, why, clock.instant()))
                        .invoke(stored -> ended(run, end, stored))
                        .replaceWithVoid();
        };
    }

    /** Does not wait for the fence: the sweep continues while context-store is unavailable. */
    private void ended(StoredRun run, RunDecision.End end, boolean stored) {
        if (stored) {
            fence.end(run.key(), end.next().attempt()).subscribe().with(done -> {}, why -> {});
        }
    }

    private Uni<Void> unpublished() {
        return ends.unpublished(MOST)
                .invoke(left -> left.forEach(end -> finisher.publish(end.terminal(), end.runnerId())))
                .replaceWithVoid();
    }

    private static <T> Uni<Void> each(Uni<List<T>> found, Function<T, Uni<Void>> settle) {
        return found.chain(runs -> Multi.createFrom()
                .iterable(runs)
                .onItem()
                .transformToUni(run -> quietly(settle.apply(run)))
                .merge(16)
                .collect()
                .last()
                .replaceWithVoid());
    }

    private static Uni<Void> quietly(Uni<Void> work) {
        return work.onFailure()
                .invoke(why -> LOG.log(Level.WARNING, "sweep failed: {0}", why.toString()))
                .onFailure()
                .recoverWithNull();
    }
}
