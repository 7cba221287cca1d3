package dev.agenthost.orchestrator.conduct;

import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.drive.Ending;
import dev.agenthost.orchestrator.drive.Execution;
import dev.agenthost.orchestrator.drive.Produced;
import dev.agenthost.orchestrator.drive.ResultSink;
import dev.agenthost.orchestrator.finish.Finish;
import dev.agenthost.orchestrator.lease.Incarnation;
import dev.agenthost.orchestrator.retry.Steadily;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes one claimed run from its start to its end: the shell around {@link RunProgress}. Results and ends come from the
 * executor's threads, acknowledgements from Kafka's and the database's; one lock orders them, and nothing waits in it.
 */
final class RunConductor implements ResultSink {
    private static final Logger LOG = System.getLogger(RunConductor.class.getName());

    private final ClaimedRun run;
    private final Incarnation owner;
    private final long deadline;
    private final Means means;
    private final Consumer<RunConductor> left;
    private final RunProgress progress;
    private @Nullable Execution execution;
    private @Nullable FailureCode stoppedBy;
    private @Nullable UniEmitter<? super Void> pausedRunner;
    private boolean gone;
    /** The ledger does not say any more that this replica holds it. */
    private boolean settled;

    private RunCommand because = new RunCommand.HostLost();

    /** @param left told when the run is no longer in hand */
    RunConductor(ClaimedRun run, Incarnation owner, Means means, Consumer<RunConductor> left) {
        this.run = run;
        this.owner = owner;
        this.means = means;
        this.left = left;
        this.progress = new RunProgress(run, owner, means.clock().instant());
        this.deadline = means.nanos().getAsLong() + run.limit().toNanos();
    }

    ClaimedRun run() {
        return run;
    }

    Incarnation owner() {
        return owner;
    }

    /** Why the host stopped it, if it did. */
    synchronized @Nullable FailureCode stoppedBy() {
        return stoppedBy;
    }

    void begin() {
        pump();
        Execution begun = execute();
        FailureCode stop;
        boolean tooLate;
        synchronized (this) {
            execution = begun;
            stop = stoppedBy;
            tooLate = gone;
        }
        if (tooLate) {
            begun.close();
            return;
        }
        if (stop != null) {
            begun.cancel(stop);
        }
        pump();
    }

    /** A fault of the executor ends this run, or it would be held for ever. */
    private Execution execute() {
        try {
            return means.executor().execute(run, this);
        } catch (RuntimeException why) {
            log(Level.ERROR, "not executed", why.toString());
            ended(new Ending.Failed(RunFailed.of(FailureCode.RUNTIME_ERROR, "the host could not start the run")));
            return Execution.NONE;
        }
    }

    @Override
    public Uni<Void> results(List<Produced> results) {
        boolean room;
        synchronized (this) {
            progress.produced(results, means.clock().instant());
            room = gone || progress.hasRoom() || !progress.isOpen();
        }
        pump();
        return room ? Uni.createFrom().voidItem() : Uni.createFrom().<Void>emitter(this::pause);
    }

    @Override
    public void ended(Ending ending) {
        synchronized (this) {
            progress.ended(ending);
        }
        pump();
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
        if (late >= RunDecider.OVERRUN.toNanos() && isHere()) {
            log(Level.ERROR, "given up", "long past its deadline it has not come to its end");
            because(new RunCommand.Overrun());
            leave(true);
        }
    }

    /** Whether the ledger knows that this replica holds it no more. */
    synchronized boolean isSettled() {
        return settled;
    }

    /** What happened to it, where it left without the ledger's knowing. */
    synchronized RunCommand because() {
        return because;
    }

    private synchronized void because(RunCommand what) {
        because = what;
    }

    private synchronized void settle(boolean known) {
        settled = known;
    }

    /** The lease is current again. */
    void wake() {
        pump();
    }

    /** Commits that the run has an effect, where that must be known; false when it may have none any more. */
    Uni<Boolean> touch() {
        return Uni.createFrom().deferred(this::touchNow);
    }

    private Uni<Boolean> touchNow() {
        RunState.Running held;
        synchronized (this) {
            if (gone || !progress.isOpen()) {
                return Uni.createFrom().item(false);
            }
            if (!progress.needsTouch()) {
                return Uni.createFrom().item(true);
            }
            held = progress.held();
            progress.touching();
        }
        return commitTouch(held).onTermination().invoke(this::touchAnswered);
    }

    private void touchAnswered() {
        synchronized (this) {
            progress.touchAnswered();
        }
        pump();
    }

    /** The run is not ours any more: nothing of it is published or stored by us. */
    void drop() {
        leave(true);
    }

    private void command(RunCommand command, String why) {
        Execution told;
        FailureCode code;
        synchronized (this) {
            code = gone ? null : progress.command(command, why);
            if (code == null) {
                return;
            }
            stoppedBy = code;
            told = execution;
        }
        if (told != null) {
            told.cancel(code);
        }
        pump();
    }

    private void pump() {
        Step step;
        synchronized (this) {
            if (gone) {
                return;
            }
            step = progress.next(
                    execution != null,
                    means.lease().mayActAs(owner),
                    means.clock().instant());
        }
        switch (step) {
            case Step.Idle idle -> {}
            case Step.Send send -> send(send);
            case Step.Seal seal -> seal();
            case Step.Finish finish -> finish(finish);
            case Step.GiveBack back -> giveBack(back);
            case Step.Leave leave -> {
                log(Level.INFO, "left", leave.why());
                leave(true);
            }
        }
    }

    private void send(Step.Send send) {
        Uni<Boolean> ready = send.touches() ? Steadily.until(this::touchBeforeSend, this::isHere) : yes();
        ready.chain(ours -> ours
                        ? Steadily.until(() -> publish(send), this::isHere)
                        : Uni.createFrom().item(false))
                .subscribe()
                .with(this::sent, why -> {});
    }

    private Uni<Boolean> touchBeforeSend() {
        RunState.Running held;
        synchronized (this) {
            if (!progress.needsTouch()) {
                return yes();
            }
            held = progress.held();
        }
        return commitTouch(held);
    }

    private Uni<Boolean> commitTouch(RunState.Running held) {
        return means.runs().touch(run.key(), held).invoke(ours -> {
            if (ours) {
                synchronized (this) {
                    progress.touched();
                }
            }
        });
    }

    private Uni<Boolean> publish(Step.Send send) {
        return means.topic()
                .publish(send.record(), () -> means.lease().mayActAs(owner))
                .map(position -> true);
    }

    private void sent(boolean ours) {
        if (!ours) {
            log(Level.WARNING, "dropped", "the ledger knows a newer attempt");
            leave(true);
            return;
        }
        synchronized (this) {
            progress.sent();
        }
        pump();
        UniEmitter<? super Void> resumed = null;
        synchronized (this) {
            if (progress.hasRoom()) {
                resumed = pausedRunner;
                pausedRunner = null;
            }
        }
        if (resumed != null) {
            resumed.complete(null);
        }
    }

    private void seal() {
        // Never with our lock held: an execution has one of its own, and calls us under it.
        List<ResultPayload> closing = execution().seal();
        synchronized (this) {
            progress.sealed(closing, means.clock().instant());
        }
        pump();
    }

    private void finish(Step.Finish finish) {
        RunState.Running held;
        synchronized (this) {
            held = progress.held();
        }
        String runner = run.binding().runnerId().toString();
        means.finisher()
                .finish(new Finish(held, held.finished(), runner, finish.terminal(), finish.outcome()))
                .subscribe()
                .with(this::finished);
    }

    private void finished(boolean stored) {
        if (!stored) {
            log(Level.WARNING, "dropped", "the ledger knows a newer attempt or an end");
        }
        settle(stored);
        FailureCode stop = stoppedBy();
        // A cancelled run may go on asking for itself for a while, so that a polite runner learns of it.
        leave(!(stored && stop == FailureCode.CANCELLED));
        if (stored && stop != null) {
            means.fence().end(run.key(), run.attempt()).subscribe().with(done -> {}, why -> {});
        }
    }

    private void giveBack(Step.GiveBack back) {
        RunState.Running held;
        synchronized (this) {
            held = progress.held();
        }
        execution().close();
        Steadily.until(() -> means.runs().requeue(run.key(), held, back.how()), this::isHere)
                .subscribe()
                .with(
                        queued -> {
                            settle(queued);
                            leave(true);
                        },
                        why -> {});
    }

    private void leave(boolean closing) {
        Execution closed;
        UniEmitter<? super Void> resumed;
        synchronized (this) {
            if (gone) {
                return;
            }
            gone = true;
            closed = execution;
            resumed = pausedRunner;
            pausedRunner = null;
        }
        if (closing && closed != null) {
            closed.close();
        }
        if (resumed != null) {
            resumed.complete(null);
        }
        left.accept(this);
    }

    /** Closes what a cancelled run was left. */
    void close() {
        Execution closed;
        synchronized (this) {
            closed = execution;
        }
        if (closed != null) {
            closed.close();
        }
    }

    private void pause(UniEmitter<? super Void> runner) {
        synchronized (this) {
            if (!gone && progress.isOpen() && !progress.hasRoom()) {
                pausedRunner = runner;
                return;
            }
        }
        runner.complete(null);
    }

    private synchronized boolean isHere() {
        return !gone;
    }

    private synchronized Execution execution() {
        Execution begun = execution;
        if (begun == null) {
            throw new IllegalStateException("not begun");
        }
        return begun;
    }

    private static Uni<Boolean> yes() {
        return Uni.createFrom().item(true);
    }

    private void log(Level level, String what, String why) {
        LOG.log(level, "{0} runId={1} attempt={2}: {3}", what, run.runId(), run.attempt(), why);
    }
}
