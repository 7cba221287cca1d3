package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput.StreamInput;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.run.RetryPolicy;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * State machine of one attempt of a run on the replica that claimed it: takes an input, moves to the next {@link RunPhase} and returns
 * the effects to perform, in order. The stream of the runner is a region within it, a {@link StreamMachine} with its {@link StreamPhase}:
 * a step with results buffers them, and a step with an outcome stops the run. Pure; not thread-safe.
 *
 * <pre>
 *   Starting ──Begin──▶ Streaming ──outcome, command──▶ Stopping ──ends──▶ Draining ──all published──▶ Finishing ──stored──▶ Released
 *                         │   ▲ │                          ├──may be retried──▶ Finishing ──requeued──▶ Released
 *                         │   │ │                          └──superseded──▶ Released
 *                Reserved │   │ │ seal            any phase ──lease lost, newer attempt, overrun──▶ Released
 *   ┌─ stream ────────────▼───┼─▼─────────────────────────────────────────────────────────┐
 *   │  Opening ──▶ Reading ──▶ Delivering, Applying, Paced ──▶ Reading …      ──▶ Ended   │
 *   │  any phase ──the run stops──▶ Sealed ──the run finishes or is released──▶ Closed    │
 *   └─────────────────────────────────────────────────────────────────────────────────────┘
 * </pre>
 */
public final class RunMachine {
    /** Delay of a record with {@code run.started} alone: a short answer is one record, not three. */
    public static final Duration STARTED_DELAY = Duration.ofMillis(50);
    /** Delay of the first results, for those that follow at once. */
    public static final Duration FIRST_RESULTS_DELAY = Duration.ofMillis(2);

    private final ClaimedRun run;
    private final Incarnation owner;
    private final ResultPublication output;
    private final TouchCommit touch;
    private RunPhase phase = new RunPhase.Starting();
    /** The runner's stream; null until a runner is reserved. */
    private @Nullable StreamMachine stream;

    private Circumstances at;
    private List<RunEffect> effects = List.of();

    public RunMachine(ClaimedRun run, Incarnation owner, Instant now) {
        this.run = run;
        this.owner = owner;
        this.output = new ResultPublication(run, now);
        this.touch = new TouchCommit(run.binding().retryPolicy() != RetryPolicy.NEVER);
        this.at = new Circumstances(now, 0, false);
    }

    /** Takes an input. Returns the effects to perform before the next input. */
    public List<RunEffect> on(RunInput input, Circumstances at) {
        this.at = at;
        effects = new ArrayList<>();
        accept(input);
        advance();
        while (stream != null && stream.isDelivering() && output.hasRoom()) {
            toStream(new StreamInput.Delivered());
            advance();
        }
        return effects;
    }

    public RunPhase phase() {
        return phase;
    }

    /** Bytes that the run holds in memory. */
    public long bytes() {
        return phase instanceof RunPhase.Released ? 0 : output.bytes();
    }

    private void accept(RunInput input) {
        switch (input) {
            case StreamInput ofStream -> toStream(ofStream);
            case RunInput.Begin begin -> begin();
            case RunInput.Reserved(RunnerStream runner, Inbox inbox) -> reserved(runner, inbox);
            case RunInput.NotReserved(ExecutionOutcome outcome) -> ended(outcome);
            case RunInput.Command(RunCommand command, String why) -> command(command, why);
            case RunInput.HostStops stops -> {
                if (stop(new ExecutionOutcome.HostStops("the host was stopped"), FailureCode.HOST_LOST)) {
                    toStream(new StreamInput.Cancel(FailureCode.HOST_LOST));
                }
            }
            case RunInput.Fault(String why) -> {
                ExecutionOutcome outcome = failed(FailureCode.RUNTIME_ERROR, why);
                toStream(new StreamInput.Failed(outcome));
                stop(outcome, null);
            }
            case RunInput.FirstRecordDue due -> output.firstRecordDue();
            case RunInput.TouchRequested requested ->
                touch.request(requested.caller(), phase.isOpen(), held(), effects);
            case RunInput.TouchCommitted(boolean ours) -> {
                if (ours) {
                    touch.committed(effects);
                } else {
                    drop(Level.WARNING, "dropped", "the repository knows a newer attempt", new RunCommand.HostLost());
                }
            }
            case RunInput.TouchFailed(Throwable why) -> touch.failed(why, effects);
            case RunInput.TouchRetryDue due -> touch.resume();
            case RunInput.Published published -> output.published();
            case RunInput.Stored(boolean stored) -> stored(stored);
            case RunInput.Requeued(boolean queued) -> release(queued, new RunCommand.HostLost(), true);
            case RunInput.LeaseRenewed renewed -> {}
            case RunInput.Dropped dropped -> release(false, new RunCommand.HostLost(), true);
            case RunInput.Overran overran ->
                drop(Level.ERROR, "given up", "long past its deadline the run has not ended", new RunCommand.Overrun());
        }
    }

    /** Takes the steps that the phase allows after any input. */
    private void advance() {
        RunPhase before;
        do {
            before = phase;
            switch (before) {
                case RunPhase.Starting starting -> {}
                case RunPhase.Streaming streaming -> {
                    if (!output.isDelayed()) {
                        publish(output::next);
                    }
                }
                case RunPhase.Stopping stopping -> settle(stopping);
                case RunPhase.Draining draining -> drain(draining);
                case RunPhase.Finishing finishing -> {}
                case RunPhase.Released released -> {}
            }
        } while (phase != before);
    }

    private void begin() {
        if (phase instanceof RunPhase.Starting) {
            phase = new RunPhase.Streaming();
            effects.add(new RunEffect.After(STARTED_DELAY, new RunInput.FirstRecordDue()));
            effects.add(new RunEffect.Execute());
        }
    }

    private void reserved(RunnerStream runner, Inbox inbox) {
        stream = new StreamMachine(inbox);
        effects.add(new RunEffect.UseRunner(runner));
        if (!phase.isOpen()) {
            toStream(new StreamInput.Close());
        }
    }

    private void toStream(StreamInput input) {
        if (stream == null) {
            return;
        }
        for (StreamOutput next : stream.on(input, at.nanos())) {
            switch (next) {
                case StreamEffect effect -> effects.add(effect);
                case StreamOutput.Results(List<PendingResult> results) -> {
                    if (!output.add(results, at.now(), effects)) {
                        stop(failed(FailureCode.PAYLOAD_TOO_LARGE, "a result is larger than a record may be"), null);
                    }
                }
                case StreamOutput.Ended(ExecutionOutcome outcome) -> ended(outcome);
            }
        }
    }

    private void ended(ExecutionOutcome outcome) {
        effects.add(new RunEffect.Outcome(outcome));
        stop(outcome, null);
    }

    /** Ends the intake of results. Returns false if the run already has an outcome. */
    private boolean stop(ExecutionOutcome outcome, @Nullable FailureCode stoppedBy) {
        if (!phase.isOpen()) {
            return false;
        }
        List<ResultPayload> closing = stream == null ? List.of() : stream.closing();
        phase = new RunPhase.Stopping(outcome, stoppedBy, closing);
        toStream(new StreamInput.Seal());
        return true;
    }

    private void command(RunCommand command, String why) {
        if (phase.isOpen()
                && RunDecider.decide(held(), run.binding().retryPolicy(), command) instanceof RunDecision.End end) {
            toStream(new StreamInput.Cancel(end.code()));
            if (command instanceof RunCommand.Overloaded) {
                output.discard();
                log(Level.WARNING, "overloaded", "this host's buffer limit is reached and this run holds most of it");
            }
            stop(failed(end.code(), why), end.code());
        }
    }

    /** Publishes the next record, unless one is under way; a touch is committed before the first results are published. */
    private void publish(Function<Instant, ResultRecord> next) {
        if (output.isInFlight() || output.isEmpty() || !at.leaseCurrent()) {
            return;
        }
        if (!output.showsResults() || touch.allowsEffects()) {
            effects.add(new RunEffect.Publish(next.apply(at.now())));
        } else if (touch.begin()) {
            effects.add(new RunEffect.CommitTouch(held()));
        }
    }

    /** Decides between an end and a retry, once no pending step can change the decision. */
    private void settle(RunPhase.Stopping stopping) {
        if (output.isInFlight() || touch.isCommitting()) {
            return;
        }
        switch (StopDecision.of(stopping.outcome(), held(), run.binding().retryPolicy())) {
            case StopDecision.End(ExecutionOutcome outcome) -> {
                if (!output.close(stopping.closing(), at.now())) {
                    log(Level.WARNING, "truncated", "the closing message is larger than a record may be");
                }
                phase = new RunPhase.Draining(outcome, stopping.stoppedBy());
            }
            case StopDecision.Retry(RunDecision.Requeue how) -> {
                phase = new RunPhase.Finishing(stopping.stoppedBy());
                toStream(new StreamInput.Close());
                effects.add(new RunEffect.GiveBack(how, held()));
            }
            case StopDecision.Abandon(String why) -> drop(Level.INFO, "released", why, new RunCommand.HostLost());
        }
    }

    private void drain(RunPhase.Draining draining) {
        if (output.isInFlight() || touch.isCommitting()) {
            return;
        }
        if (!output.fitsTerminal()) {
            publish(output::nextBeforeTerminal);
            return;
        }
        ResultPublication.Terminal terminal = output.end(draining.outcome(), at.now());
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
            log(Level.WARNING, "dropped", "the repository knows a newer attempt or an end");
        }
        // A cancelled run may read its status for a while, so that its runner learns of the cancellation.
        release(stored, new RunCommand.HostLost(), !(stored && stoppedBy == FailureCode.CANCELLED));
        if (stored && stoppedBy != null) {
            effects.add(new RunEffect.Fence());
        }
    }

    /** Releases the run without the repository's knowledge: a sweep applies the cause. */
    private void drop(Level level, String what, String why, RunCommand cause) {
        if (!(phase instanceof RunPhase.Released)) {
            log(level, what, why);
            release(false, cause, true);
        }
    }

    /** @param settled true if the repository knows of the release; else a sweep applies the cause */
    private void release(boolean settled, RunCommand cause, boolean closing) {
        if (phase instanceof RunPhase.Released) {
            return;
        }
        RunPhase.Released released = new RunPhase.Released(settled, cause, phase.stoppedBy());
        phase = released;
        if (closing) {
            toStream(new StreamInput.Close());
        }
        touch.refuse(effects);
        effects.add(new RunEffect.Release(released));
    }

    private RunState.Running held() {
        return new RunState.Running(run.attempt(), owner, touch.isCommitted(), run.losses());
    }

    private void log(Level level, String what, String why) {
        effects.add(new RunEffect.Log(level, what, why));
    }

    private static ExecutionOutcome.Failed failed(FailureCode code, String why) {
        return new ExecutionOutcome.Failed(RunFailed.of(code, why));
    }
}
