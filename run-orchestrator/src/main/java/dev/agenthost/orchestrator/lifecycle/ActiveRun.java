package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.Execution;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run in hand as one monitor: what it has to say, who executes it, whether it is still here. Each method is one step under its
 * lock, calls nobody and waits for nothing; what is to be done outside is its answer.
 */
final class ActiveRun {
    /** The host, not the runner, brings the run to its end: its execution is to be told. */
    record Stop(FailureCode code, Execution told) {}

    /** What a run leaves behind. */
    record Left(Execution execution, @Nullable UniEmitter<? super Void> paused) {}

    /**
     * An effect that it may have.
     *
     * @param untouched as the ledger knows it, where the effect must be made known there first
     */
    record Touching(RunState.@Nullable Running untouched) {}

    private final RunProgress progress;
    private final RunExit parting = new RunExit();
    private @Nullable Execution execution;
    private @Nullable UniEmitter<? super Void> paused;

    ActiveRun(ClaimedRun run, Incarnation owner, Instant now) {
        progress = new RunProgress(run, owner, now);
    }

    synchronized boolean isHere() {
        return !parting.isGone();
    }

    synchronized RunState.Running state() {
        return progress.held();
    }

    /** Bytes that it holds. */
    synchronized long bytes() {
        return parting.isGone() ? 0 : progress.bytes();
    }

    synchronized Execution execution() {
        return execution == null ? Execution.NONE : execution;
    }

    /** The executor has it. Answers how it was stopped meanwhile, if it was. */
    synchronized @Nullable FailureCode begun(Execution by) {
        execution = by;
        return parting.stoppedBy();
    }

    /** It has waited long enough for company of its first results. False where they are on their way already. */
    synchronized boolean opened() {
        return !parting.isGone() && progress.opened();
    }

    /** Answers whether they are the first, and wait for company. */
    synchronized boolean produced(List<PendingResult> results, Instant now) {
        return progress.produced(results, now);
    }

    /** Whether its runner may go on; if not, this is kept and answered when it may. */
    synchronized boolean mayGoOn(@Nullable UniEmitter<? super Void> waiting) {
        boolean may = parting.isGone() || !progress.isOpen() || progress.hasRoom();
        if (!may && waiting != null) {
            paused = waiting;
        }
        return may;
    }

    synchronized void ended(ExecutionOutcome ending) {
        progress.ended(ending);
    }

    /** Empty where the command changes nothing. */
    synchronized Optional<Stop> command(RunCommand command, String why) {
        FailureCode code = parting.isGone() ? null : progress.command(command, why);
        return code == null ? Optional.empty() : Optional.of(stop(code));
    }

    /** Gives up what waits; empty where it is at its end anyway. */
    synchronized Optional<Stop> overloaded() {
        return parting.isGone() || !progress.overloaded()
                ? Optional.empty()
                : Optional.of(stop(FailureCode.HOST_OVERLOADED));
    }

    /** The host is stopped; empty where it is at its end anyway. */
    synchronized Optional<Stop> released() {
        if (parting.isGone() || !progress.isOpen()) {
            return Optional.empty();
        }
        progress.ended(new ExecutionOutcome.HostStops("the host was stopped"));
        return Optional.of(stop(FailureCode.HOST_LOST));
    }

    private Stop stop(FailureCode code) {
        parting.stop(code);
        return new Stop(code, execution());
    }

    synchronized RunStep next(boolean mayAct, Instant now) {
        return parting.isGone() ? new RunStep.Idle() : progress.next(execution != null, mayAct, now);
    }

    /** A record is in the topic. */
    synchronized void sent() {
        progress.sent();
    }

    /** The runner that waited and may go on now, if there is one. */
    synchronized @Nullable UniEmitter<? super Void> resumed() {
        UniEmitter<? super Void> resumed = progress.hasRoom() ? paused : null;
        paused = resumed == null ? paused : null;
        return resumed;
    }

    /** Answers whether all that closes what is open is said whole. */
    synchronized boolean sealed(List<ResultPayload> closing, Instant now) {
        return progress.sealed(closing, now);
    }

    /** What of an effect must be made known first; empty where nothing must. */
    synchronized Optional<RunState.Running> untouched() {
        return progress.needsTouch() ? Optional.of(progress.held()) : Optional.empty();
    }

    /** Empty where it may have no effect any more. */
    synchronized Optional<Touching> touching() {
        if (parting.isGone() || !progress.isOpen()) {
            return Optional.empty();
        }
        boolean tells = progress.needsTouch();
        if (tells) {
            progress.touching();
        }
        return Optional.of(new Touching(tells ? progress.held() : null));
    }

    synchronized void touched() {
        progress.touched();
    }

    synchronized void touchAnswered() {
        progress.touchAnswered();
    }

    /** @param known whether the ledger does not say any more that this replica holds it */
    synchronized void settle(boolean known) {
        parting.settle(known);
    }

    synchronized boolean isSettled() {
        return parting.isSettled();
    }

    synchronized void because(RunCommand what) {
        parting.because(what);
    }

    synchronized RunCommand because() {
        return parting.because();
    }

    /** Why the host stopped it, if it did. */
    synchronized @Nullable FailureCode stoppedBy() {
        return parting.stoppedBy();
    }

    /** Empty where it has left already. */
    synchronized Optional<Left> leave() {
        if (!parting.leave()) {
            return Optional.empty();
        }
        Left left = new Left(execution(), paused);
        paused = null;
        return Optional.of(left);
    }
}
