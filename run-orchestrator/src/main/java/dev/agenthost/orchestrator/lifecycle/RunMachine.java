package dev.agenthost.orchestrator.lifecycle;

import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.run.RetryPolicy;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State machine of one attempt of a run on the replica that claimed it: takes an input, moves to the next {@link RunPhase} and answers
 * the effects to perform, in order. Pure; not thread-safe.
 */
final class RunMachine {
    /** Delay of a record with {@code run.started} alone: a short answer is one record, not three. */
    static final Duration STARTED_DELAY = Duration.ofMillis(50);
    /** Delay of the first results, for those that follow at once. */
    static final Duration FIRST_RESULTS_DELAY = Duration.ofMillis(2);
    /** Pause after the ledger could not be reached to commit a touch. */
    static final Duration TOUCH_PAUSE = Duration.ofMillis(200);

    /**
     * The circumstances of a step.
     *
     * @param leaseCurrent whether this replica may publish
     */
    record Circumstances(Instant now, boolean leaseCurrent) {}

    private final ClaimedRun run;
    private final Incarnation owner;
    private final ResultPublication output;
    private final TouchCommit touch;
    private RunPhase phase = new RunPhase.Starting();
    private boolean firstRecordDelayed = true;
    private @Nullable UniEmitter<? super Void> pausedExecutor;
    private List<RunEffect> effects = new ArrayList<>();

    RunMachine(ClaimedRun run, Incarnation owner, Instant now) {
        this.run = run;
        this.owner = owner;
        this.output = new ResultPublication(run, now);
        this.touch = new TouchCommit(run.binding().retryPolicy() != RetryPolicy.NEVER);
    }

    /** Takes an input. Returns the effects to perform before the next input. */
    List<RunEffect> on(RunInput input, Circumstances at) {
        effects = new ArrayList<>();
        accept(input, at.now());
        RunPhase before;
        do {
            before = phase;
            advance(at);
        } while (phase != before);
        resumeExecutor();
        return effects;
    }

    RunPhase phase() {
        return phase;
    }

    /** Bytes that the run holds in memory. */
    long bytes() {
        return phase instanceof RunPhase.Released ? 0 : output.bytes();
    }

    private void accept(RunInput input, Instant now) {
        switch (input) {
            case RunInput.Begin begin -> begin();
            case RunInput.Results(List<PendingResult> results) -> results(results, now);
            case RunInput.RoomRequested(UniEmitter<? super Void> executor) -> pausedExecutor = executor;
            case RunInput.Ended(ExecutionOutcome outcome) -> stop(outcome, null);
            case RunInput.Sealed sealed -> {
                if (phase instanceof RunPhase.Stopping stopping) {
                    phase = new RunPhase.Stopping(stopping.outcome(), stopping.stoppedBy(), sealed.closing());
                }
            }
            case RunInput.Command(RunCommand command, String why) -> command(command, why);
            case RunInput.HostStops stops -> {
                if (stop(new ExecutionOutcome.HostStops("the host was stopped"), FailureCode.HOST_LOST)) {
                    effects.add(new RunEffect.CancelExecution(FailureCode.HOST_LOST));
                }
            }
            case RunInput.FirstRecordDue due -> firstRecordDelayed = false;
            case RunInput.TouchRequested(UniEmitter<? super Boolean> caller) -> touchRequested(caller);
            case RunInput.TouchCommitted(boolean ours) -> touchCommitted(ours);
            case RunInput.TouchFailed(Throwable why) -> {
                touch.failed().forEach(caller -> effects.add(new RunEffect.FailTouch(caller, why)));
                effects.add(new RunEffect.After(TOUCH_PAUSE, new RunInput.TouchRetryDue()));
            }
            case RunInput.TouchRetryDue due -> touch.resume();
            case RunInput.Published published -> output.published();
            case RunInput.Stored(boolean stored) -> stored(stored);
            case RunInput.Requeued(boolean queued) -> {
                if (phase instanceof RunPhase.Finishing) {
                    release(queued, new RunCommand.HostLost(), false);
                }
            }
            case RunInput.LeaseRenewed renewed -> {}
            case RunInput.Dropped dropped -> abandon(new RunCommand.HostLost());
            case RunInput.Overran overran -> {
                if (!(phase instanceof RunPhase.Released)) {
                    log(Level.ERROR, "given up", "long past its deadline the run has not ended");
                }
                abandon(new RunCommand.Overrun());
            }
        }
    }

    /** Does what the phase allows, whatever the input was. */
    private void advance(Circumstances at) {
        switch (phase) {
            case RunPhase.Starting starting -> {}
            case RunPhase.Streaming streaming -> publish(at, firstRecordDelayed && output.hasRoom());
            case RunPhase.Stopping stopping -> settle(stopping, at.now());
            case RunPhase.Draining draining -> {
                if (output.isInFlight() || touch.isCommitting()) {
                    break;
                }
                if (output.fitsTerminal()) {
                    finish(draining, at.now());
                } else {
                    publish(at, false);
                }
            }
            case RunPhase.Finishing finishing -> {}
            case RunPhase.Released released -> {}
        }
    }

    private void begin() {
        if (phase instanceof RunPhase.Starting) {
            phase = new RunPhase.Streaming();
            effects.add(new RunEffect.After(STARTED_DELAY, new RunInput.FirstRecordDue()));
            effects.add(new RunEffect.Execute());
        }
    }

    private void results(List<PendingResult> results, Instant now) {
        boolean shown = output.showsResults();
        for (PendingResult result : results) {
            if (phase.isOpen() && !output.add(result, now)) {
                stop(failed(FailureCode.PAYLOAD_TOO_LARGE, "a result is larger than a record may be"), null);
            }
        }
        if (firstRecordDelayed && !shown && output.showsResults()) {
            effects.add(new RunEffect.After(FIRST_RESULTS_DELAY, new RunInput.FirstRecordDue()));
        }
    }

    /** Returns false where the run has an outcome already. */
    private boolean stop(ExecutionOutcome outcome, @Nullable FailureCode stoppedBy) {
        if (!phase.isOpen()) {
            return false;
        }
        phase = new RunPhase.Stopping(outcome, stoppedBy, null);
        effects.add(new RunEffect.Seal());
        return true;
    }

    private void command(RunCommand command, String why) {
        if (phase.isOpen() && decide(command) instanceof RunDecision.End end) {
            effects.add(new RunEffect.CancelExecution(end.code()));
            if (command instanceof RunCommand.Overloaded) {
                output.discard();
                log(Level.WARNING, "overloaded", "this host's buffer limit is reached and this run holds most of it");
            }
            stop(failed(end.code(), why), end.code());
        }
    }

    private void touchRequested(UniEmitter<? super Boolean> caller) {
        if (!phase.isOpen()) {
            effects.add(new RunEffect.AnswerTouch(caller, false));
        } else if (touch.allowsEffects()) {
            effects.add(new RunEffect.AnswerTouch(caller, true));
        } else if (touch.begin(caller)) {
            effects.add(new RunEffect.CommitTouch(held()));
        }
    }

    private void touchCommitted(boolean ours) {
        if (ours) {
            touch.committed().forEach(caller -> effects.add(new RunEffect.AnswerTouch(caller, true)));
            return;
        }
        if (!(phase instanceof RunPhase.Released)) {
            log(Level.WARNING, "dropped", "the ledger knows a newer attempt");
        }
        abandon(new RunCommand.HostLost());
    }

    /** Publishes the next record, unless one is under way; a touch is committed before the first results are shown. */
    private void publish(Circumstances at, boolean delayed) {
        if (delayed || output.isInFlight() || output.isEmpty() || !at.leaseCurrent()) {
            return;
        }
        if (!output.showsResults() || touch.allowsEffects()) {
            firstRecordDelayed = false;
            effects.add(new RunEffect.Publish(output.next(at.now())));
        } else if (touch.begin()) {
            effects.add(new RunEffect.CommitTouch(held()));
        }
    }

    /** Decides between an end and a retry, once nothing is under way that could change the decision. */
    private void settle(RunPhase.Stopping stopping, Instant now) {
        if (stopping.closing() == null || output.isInFlight() || touch.isCommitting()) {
            return;
        }
        switch (stopping.outcome()) {
            case ExecutionOutcome.Completed completed -> drain(stopping, completed, now);
            case ExecutionOutcome.Failed failed -> drain(stopping, failed, now);
            case ExecutionOutcome.RunnerLost lost -> retry(stopping, new RunCommand.RunnerLost(), lost.why(), now);
            case ExecutionOutcome.HostStops stops -> retry(stopping, new RunCommand.HostStops(), stops.why(), now);
            case ExecutionOutcome.NotStarted not ->
                retry(stopping, new RunCommand.NotStarted(not.code()), not.why(), now);
            case ExecutionOutcome.Superseded superseded -> {
                log(Level.INFO, "released", superseded.why());
                abandon(new RunCommand.HostLost());
            }
        }
    }

    private void retry(RunPhase.Stopping stopping, RunCommand command, String why, Instant now) {
        switch (decide(command)) {
            case RunDecision.Requeue how -> {
                phase = new RunPhase.Finishing(stopping.stoppedBy());
                effects.add(new RunEffect.CloseExecution());
                effects.add(new RunEffect.GiveBack(how, held()));
            }
            case RunDecision.End end -> drain(stopping, failed(end.code(), why), now);
            case RunDecision.Nothing nothing -> {
                log(Level.INFO, "released", "the command does not concern the run");
                abandon(new RunCommand.HostLost());
            }
        }
    }

    private void drain(RunPhase.Stopping stopping, ExecutionOutcome outcome, Instant now) {
        if (!output.close(stopping.closing() == null ? List.of() : stopping.closing(), now)) {
            log(Level.WARNING, "truncated", "the message that closes the deltas is larger than a record may be");
        }
        phase = new RunPhase.Draining(outcome, stopping.stoppedBy());
    }

    private void finish(RunPhase.Draining draining, Instant now) {
        ResultPublication.Terminal terminal = output.end(draining.outcome(), now);
        RunState.Running held = held();
        phase = new RunPhase.Finishing(draining.stoppedBy());
        effects.add(new RunEffect.Finish(new RunTermination(
                held, held.finished(), run.binding().runnerId().toString(), terminal.record(), terminal.outcome())));
    }

    private void stored(boolean stored) {
        if (!(phase instanceof RunPhase.Finishing finishing)) {
            return;
        }
        FailureCode stoppedBy = finishing.stoppedBy();
        if (!stored) {
            log(Level.WARNING, "dropped", "the ledger knows a newer attempt or an end");
        }
        // A cancelled run may ask for itself for a while, so that its runner learns of the cancellation.
        release(stored, new RunCommand.HostLost(), !(stored && stoppedBy == FailureCode.CANCELLED));
        if (stored && stoppedBy != null) {
            effects.add(new RunEffect.Fence());
        }
    }

    /** Releases the run without the ledger's knowledge: a sweep applies the cause. */
    private void abandon(RunCommand cause) {
        release(false, cause, true);
    }

    private void release(boolean settled, RunCommand cause, boolean closing) {
        if (phase instanceof RunPhase.Released) {
            return;
        }
        RunPhase.Released released = new RunPhase.Released(settled, cause, stoppedBy());
        phase = released;
        if (closing) {
            effects.add(new RunEffect.CloseExecution());
        }
        touch.takeCallers().forEach(caller -> effects.add(new RunEffect.AnswerTouch(caller, false)));
        effects.add(new RunEffect.Release(released));
    }

    private void resumeExecutor() {
        UniEmitter<? super Void> executor = pausedExecutor;
        if (executor != null && (!phase.isOpen() || output.hasRoom())) {
            pausedExecutor = null;
            effects.add(new RunEffect.Resume(executor));
        }
    }

    private @Nullable FailureCode stoppedBy() {
        return switch (phase) {
            case RunPhase.Starting starting -> null;
            case RunPhase.Streaming streaming -> null;
            case RunPhase.Stopping stopping -> stopping.stoppedBy();
            case RunPhase.Draining draining -> draining.stoppedBy();
            case RunPhase.Finishing finishing -> finishing.stoppedBy();
            case RunPhase.Released released -> released.stoppedBy();
        };
    }

    private RunState.Running held() {
        return new RunState.Running(run.attempt(), owner, touch.isCommitted(), run.losses());
    }

    private RunDecision decide(RunCommand command) {
        return RunDecider.decide(held(), run.binding().retryPolicy(), command);
    }

    private void log(Level level, String what, String why) {
        effects.add(new RunEffect.Log(level, what, why));
    }

    private static ExecutionOutcome.Failed failed(FailureCode code, String why) {
        return new ExecutionOutcome.Failed(RunFailed.of(code, why));
    }
}
