package dev.agenthost.orchestrator.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.lifecycle.finish.RunOutcomeFactory;
import dev.agenthost.orchestrator.result.ResultBuffer;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.result.StreamAddress;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.run.RetryPolicy;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a run in hand is: what it has yet to publish, how it ended, and so what is to be done next. No I/O; not
 * thread-safe.
 *
 * <pre>
 *   driving ──ended──▶ sealing ──▶ (send what is left) ──▶ leaving: Finish
 *      │                                             └──▶ leaving: GiveBack, Leave
 *      └── Send, one record at a time, all the while; the first waits a moment for company
 * </pre>
 */
final class RunProgress {
    private final ClaimedRun run;
    private final Incarnation owner;
    private final ResultBuffer outbox;
    private boolean touched;
    private int touching;
    private boolean opening = true;
    private boolean sending;
    private int inFlight;
    private boolean sealed;
    private boolean leaving;
    private @Nullable ExecutionOutcome ending;
    private @Nullable JsonNode usage;

    RunProgress(ClaimedRun run, Incarnation owner, Instant now) {
        this.run = run;
        this.owner = owner;
        this.outbox = new ResultBuffer(StreamAddress.of(run.resolution(), run.attempt(), run.traceId()));
        outbox.add(RunStarted.of(run.resolution(), run.binding(), now), now.getEpochSecond(), null);
    }

    RunState.Running held() {
        return new RunState.Running(run.attempt(), owner, touched, run.losses());
    }

    boolean hasRoom() {
        return outbox.hasRoom();
    }

    boolean isOpen() {
        return ending == null && !leaving;
    }

    /** Whether an effect of the run must be made known to the ledger before it happens. */
    boolean needsTouch() {
        return run.binding().retryPolicy() != RetryPolicy.NEVER && !touched;
    }

    void touched() {
        touched = true;
    }

    /** An effect is being made known: until that is answered nobody can say whether the run may be tried again. */
    void touching() {
        touching++;
    }

    void touchAnswered() {
        touching--;
    }

    /** The first record waits no longer. False where it does not wait. */
    boolean opened() {
        boolean waited = opening;
        opening = false;
        return waited;
    }

    /** Answers whether they are the first, and wait for company. */
    boolean produced(List<PendingResult> results, Instant now) {
        boolean first = opening && !outbox.saysMoreThanStarted();
        for (PendingResult result : results) {
            if (!isOpen()) {
                return false;
            }
            Long said = result.timestamp();
            usage = result.usage() == null ? usage : result.usage();
            if (isKeptBack(result)) {
                continue;
            }
            if (!outbox.add(result.payload(), said == null ? now.getEpochSecond() : said, result.usage())) {
                ended(failed(FailureCode.PAYLOAD_TOO_LARGE, "a result is larger than a record may be"));
            }
        }
        return first && outbox.saysMoreThanStarted();
    }

    /** True for a delta of a binding without streaming: surfaces receive only the whole message. */
    private boolean isKeptBack(PendingResult result) {
        return result.payload() instanceof MessageDelta
                && !run.binding().deliveryPolicy().streaming();
    }

    /** The first ending counts. */
    void ended(ExecutionOutcome how) {
        if (isOpen()) {
            ending = how;
        }
    }

    /** Answers the code that it ends with, or null where the command changes nothing. */
    @Nullable
    FailureCode command(RunCommand command, String why) {
        if (isOpen() && decide(command) instanceof RunDecision.End end) {
            ending = failed(end.code(), why);
            return end.code();
        }
        return null;
    }

    /** Answers whether all that closes what is open is said whole. */
    boolean sealed(List<ResultPayload> closing, Instant now) {
        sealed = true;
        boolean whole = true;
        for (ResultPayload payload : closing) {
            if (!outbox.add(payload, now.getEpochSecond(), null)) {
                whole = false;
                if (payload instanceof MessageCompleted message) {
                    outbox.add(TruncatedMessage.of(message.message()), now.getEpochSecond(), null);
                }
            }
        }
        return whole;
    }

    void sent() {
        sending = false;
        inFlight = 0;
    }

    /** Bytes that it holds: pending, and under way. */
    long bytes() {
        return outbox.bytes() + inFlight;
    }

    /** Gives up what is pending and ends; false where it is at its end anyway. */
    boolean overloaded() {
        boolean ends = command(new RunCommand.Overloaded(), "more was waiting than this host holds") != null;
        if (ends) {
            outbox.forget();
        }
        return ends;
    }

    /**
     * @param begun whether the executor has the run; until then it cannot be sealed or given back
     * @param mayAct whether the lease is current
     */
    RunStep next(boolean begun, boolean mayAct, Instant now) {
        ExecutionOutcome how = ending;
        if (sending || leaving || how != null && (!begun || touching > 0)) {
            return new RunStep.Idle();
        }
        return switch (how) {
            case null -> send(mayAct, now);
            case ExecutionOutcome.Completed completed -> end(completed, mayAct, now);
            case ExecutionOutcome.Failed failed -> end(failed, mayAct, now);
            case ExecutionOutcome.RunnerLost lost -> interrupted(new RunCommand.RunnerLost(), lost.why(), mayAct, now);
            case ExecutionOutcome.HostStops stops -> interrupted(new RunCommand.HostStops(), stops.why(), mayAct, now);
            case ExecutionOutcome.NotStarted not ->
                interrupted(new RunCommand.NotStarted(not.code()), not.why(), mayAct, now);
            case ExecutionOutcome.Superseded superseded -> leave(new RunStep.Leave(superseded.why()));
        };
    }

    private RunStep interrupted(RunCommand command, String why, boolean mayAct, Instant now) {
        return switch (decide(command)) {
            case RunDecision.Requeue how -> leave(new RunStep.GiveBack(how));
            case RunDecision.End end -> {
                ExecutionOutcome.Failed failed = failed(end.code(), why);
                ending = failed;
                yield end(failed, mayAct, now);
            }
            case RunDecision.Nothing nothing -> leave(new RunStep.Leave("nothing to decide"));
        };
    }

    private RunStep end(ExecutionOutcome how, boolean mayAct, Instant now) {
        if (!sealed) {
            return new RunStep.Seal();
        }
        return outbox.isNearlyEmpty() ? leave(last(how, now)) : send(mayAct, now);
    }

    private RunStep.Finish last(ExecutionOutcome how, Instant now) {
        if (how instanceof ExecutionOutcome.Completed completed
                && outbox.add(completed.payload(), now.getEpochSecond(), completed.usage())) {
            usage = completed.usage() == null ? usage : completed.usage();
            return new RunStep.Finish(
                    outbox.last(now),
                    RunOutcomeFactory.completed(completed.payload()).with(usage));
        }
        if (how instanceof ExecutionOutcome.Failed failed) {
            RunFailed inItsWords = failed.payload().inWordsOf(run.binding().deliveryPolicy());
            if (outbox.add(inItsWords, now.getEpochSecond(), null)) {
                return new RunStep.Finish(
                        outbox.last(now), RunOutcomeFactory.failed(inItsWords).with(usage));
            }
        }
        RunFailed tooLarge = RunFailed.of(
                        FailureCode.PAYLOAD_TOO_LARGE, "the last result is larger than a record may be")
                .inWordsOf(run.binding().deliveryPolicy());
        outbox.add(tooLarge, now.getEpochSecond(), null);
        return new RunStep.Finish(
                outbox.last(now), RunOutcomeFactory.failed(tooLarge).with(usage));
    }

    private RunStep send(boolean mayAct, Instant now) {
        if (outbox.isEmpty() || !mayAct || opening && isOpen() && outbox.hasRoom()) {
            return new RunStep.Idle();
        }
        opening = false;
        sending = true;
        boolean touches = needsTouch() && outbox.saysMoreThanStarted();
        ResultRecord record = outbox.next(now);
        inFlight = record.value().length;
        return new RunStep.Send(record, touches);
    }

    private RunStep leave(RunStep step) {
        leaving = true;
        return step;
    }

    private RunDecision decide(RunCommand command) {
        return RunDecider.decide(held(), run.binding().retryPolicy(), command);
    }

    private static ExecutionOutcome.Failed failed(FailureCode code, String why) {
        return new ExecutionOutcome.Failed(RunFailed.of(code, why));
    }
}
