package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.Execution;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.ResultSink;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.RunFailed;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes one claimed run from its start to its end: the shell around {@link ActiveRun}. Results and ends come from the executor's
 * threads, acknowledgements from Kafka's and the database's; whoever brings something does what is to be done next.
 */
final class RunLifecycle implements ResultSink {
    /** How long the word that a run started waits for the first results: a short answer is one record, not three. */
    static final Duration STARTED_WAITS = Duration.ofMillis(50);
    /** How long the first results wait for those that come right behind them. */
    static final Duration FIRST_WAITS = Duration.ofMillis(2);

    private final ClaimedRun run;
    private final Incarnation owner;
    private final long deadline;
    private final LifecycleDependencies means;
    private final ActiveRun held;
    private final RunPump pump;

    /** @param left told when the run is no longer in hand */
    RunLifecycle(ClaimedRun run, Incarnation owner, LifecycleDependencies means, Consumer<RunLifecycle> left) {
        this.run = run;
        this.owner = owner;
        this.means = means;
        this.held = new ActiveRun(run, owner, means.clock().instant());
        this.pump = new RunPump(run, owner, means, held, means.buffer().open(this::giveWay), () -> left.accept(this));
        this.deadline = means.nanos().getAsLong() + run.limit().toNanos();
    }

    ClaimedRun run() {
        return run;
    }

    Incarnation owner() {
        return owner;
    }

    ActiveRun held() {
        return held;
    }

    void begin() {
        means.timer().after(STARTED_WAITS, this::open);
        Execution begun = execute();
        FailureCode stop = held.begun(begun);
        if (!held.isHere()) {
            begun.close();
            return;
        }
        if (stop != null) {
            begun.cancel(stop);
        }
        pump.pump();
    }

    private void open() {
        if (held.opened()) {
            pump.pump();
        }
    }

    /** A fault of the executor ends this run, or it would be held for ever. */
    private Execution execute() {
        try {
            return means.executor().execute(run, this);
        } catch (RuntimeException why) {
            pump.log(Level.ERROR, "not executed", why.toString());
            ended(new ExecutionOutcome.Failed(
                    RunFailed.of(FailureCode.RUNTIME_ERROR, "the host could not start the run")));
            return Execution.NONE;
        }
    }

    @Override
    public Uni<Void> results(List<PendingResult> results) {
        if (held.produced(results, means.clock().instant())) {
            means.timer().after(FIRST_WAITS, this::open);
        }
        boolean mayGoOn = held.mayGoOn(null);
        pump.pump();
        means.buffer().relieve();
        return mayGoOn ? Uni.createFrom().voidItem() : Uni.createFrom().<Void>emitter(this::pause);
    }

    private void pause(UniEmitter<? super Void> runner) {
        if (held.mayGoOn(runner)) {
            runner.complete(null);
        }
    }

    @Override
    public void ended(ExecutionOutcome ending) {
        held.ended(ending);
        pump.pump();
    }

    void cancel() {
        command(new RunCommand.Cancelled(), "cancelled on request");
    }

    /** Time passes. Whatever keeps a run that is long past its deadline, it is not kept for ever. */
    void tick(long now) {
        long late = now - deadline;
        if (late >= 0) {
            command(new RunCommand.DeadlinePassed(), "the run's deadline passed");
        }
        if (late >= RunDecider.OVERRUN.toNanos() && held.isHere()) {
            pump.log(Level.ERROR, "given up", "long past its deadline it has not come to its end");
            held.because(new RunCommand.Overrun());
            pump.leave(true);
        }
    }

    /** The lease is current again. */
    void wake() {
        pump.pump();
    }

    /** Commits that the run has an effect, where that must be known; false when it may have none any more. */
    Uni<Boolean> touch() {
        return pump.touch().now();
    }

    /** The run is not ours any more: nothing of it is published or stored by us. */
    void drop() {
        pump.leave(true);
    }

    /** This replica is stopped: the run goes back or ends, as its policy says. */
    void release() {
        held.released().ifPresent(this::stop);
    }

    private void command(RunCommand command, String why) {
        held.command(command, why).ifPresent(this::stop);
    }

    private void stop(ActiveRun.Stop stop) {
        stop.told().cancel(stop.code());
        pump.pump();
    }

    /** More is held in memory than may be, and most of it here: what waits is given up, here and in its mailbox. */
    private void giveWay() {
        held.overloaded().ifPresent(stop -> {
            pump.log(Level.WARNING, "gives way", "this host holds more than it may, and most of it is this run's");
            stop.told().cancel(stop.code());
            stop.told().seal();
            pump.pump();
        });
    }

    /** Closes what a cancelled run was left. */
    void close() {
        held.execution().close();
    }
}
