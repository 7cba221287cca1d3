package dev.agenthost.orchestrator.lifecycle.attempt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.lifecycle.finish.RunOutcomeFactory;
import dev.agenthost.orchestrator.result.ResultBuffer;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.result.StreamAddress;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunStarted;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results of one attempt on their way to Kafka: buffered, then gathered into records. One record at a time is under way. The first result
 * is {@code run.started}. Pure; not thread-safe.
 */
final class ResultPublication {
    /** The last record of a run, and the outcome that the repository stores. */
    record Terminal(ResultRecord record, RunView.Outcome outcome) {}

    private final ClaimedRun run;
    private final ResultBuffer buffer;
    private boolean firstRecordDelayed = true;
    private boolean hasResults;
    private int bytesInFlight;
    private @Nullable JsonNode usage;

    ResultPublication(ClaimedRun run, Instant now) {
        this.run = run;
        this.buffer = new ResultBuffer(StreamAddress.of(run.resolution(), run.attempt(), run.traceId()));
        buffer.add(RunStarted.of(run.resolution(), run.binding(), now), now.getEpochSecond(), null);
    }

    /**
     * Buffers results, except deltas of a binding without streaming: its surfaces receive only whole messages.
     *
     * @return false at the first result that exceeds the limit of a record
     */
    boolean add(List<PendingResult> results, Instant now, List<RunEffect> effects) {
        if (!hasResults) {
            hasResults = true;
            effects.add(new RunEffect.FirstResult());
        }
        boolean shown = showsResults();
        for (PendingResult result : results) {
            if (!add(result, now)) {
                return false;
            }
        }
        if (firstRecordDelayed && !shown && showsResults()) {
            effects.add(new RunEffect.After(RunMachine.FIRST_RESULTS_DELAY, new RunInput.FirstRecordDue()));
        }
        return true;
    }

    private boolean add(PendingResult result, Instant now) {
        usage = result.usage() == null ? usage : result.usage();
        if (result.payload() instanceof MessageDelta
                && !run.binding().deliveryPolicy().streaming()) {
            return true;
        }
        Long timestamp = result.timestamp();
        return buffer.add(result.payload(), timestamp == null ? now.getEpochSecond() : timestamp, result.usage());
    }

    /**
     * Buffers the results that close open messages. A message that exceeds the limit of a record is truncated.
     *
     * @return false if a result was truncated or left out
     */
    boolean close(List<ResultPayload> closing, Instant now) {
        boolean whole = true;
        for (ResultPayload payload : closing) {
            if (!buffer.add(payload, now.getEpochSecond(), null)) {
                whole = false;
                if (payload instanceof MessageCompleted message) {
                    buffer.add(TruncatedMessage.of(message.message()), now.getEpochSecond(), null);
                }
            }
        }
        return whole;
    }

    /** Takes the next record out of the buffer, which must not be empty. The record is under way until {@link #published}. */
    ResultRecord next(Instant now) {
        return underWay(buffer.next(now));
    }

    /** Takes the next record out of a buffer that does not fit the terminal record; the result that closes the run stays. */
    ResultRecord nextBeforeTerminal(Instant now) {
        return underWay(buffer.nextBeforeTerminal(now));
    }

    private ResultRecord underWay(ResultRecord record) {
        firstRecordDelayed = false;
        bytesInFlight = record.value().length;
        return record;
    }

    void published() {
        bytesInFlight = 0;
    }

    /** Ends the stream with a terminal result, behind all that is buffered. */
    Terminal end(ExecutionOutcome outcome, Instant now) {
        if (outcome instanceof ExecutionOutcome.Completed completed
                && buffer.add(completed.payload(), now.getEpochSecond(), completed.usage())) {
            usage = completed.usage() == null ? usage : completed.usage();
            return terminal(RunOutcomeFactory.completed(completed.payload()), now);
        }
        RunFailed failed = outcome instanceof ExecutionOutcome.Failed(RunFailed payload) ? payload : tooLarge();
        RunFailed worded = failed.inWordsOf(run.binding().deliveryPolicy());
        if (!buffer.add(worded, now.getEpochSecond(), null)) {
            worded = tooLarge().inWordsOf(run.binding().deliveryPolicy());
            buffer.add(worded, now.getEpochSecond(), null);
        }
        return terminal(RunOutcomeFactory.failed(worded), now);
    }

    private Terminal terminal(RunView.Outcome outcome, Instant now) {
        return new Terminal(buffer.last(now), outcome.with(usage));
    }

    private static RunFailed tooLarge() {
        return RunFailed.of(FailureCode.PAYLOAD_TOO_LARGE, "the last result is larger than a record may be");
    }

    /** Discards all buffered results but {@code run.started}. */
    void discard() {
        buffer.forget();
    }

    void firstRecordDue() {
        firstRecordDelayed = false;
    }

    /** Returns true while the first record waits for more results. */
    boolean isDelayed() {
        return firstRecordDelayed && hasRoom();
    }

    boolean isInFlight() {
        return bytesInFlight > 0;
    }

    boolean isEmpty() {
        return buffer.isEmpty();
    }

    /** Returns true if more results may be buffered. */
    boolean hasRoom() {
        return buffer.hasRoom();
    }

    /** Returns true if the buffered results fit into the terminal record. */
    boolean fitsTerminal() {
        return buffer.fitsTerminal();
    }

    /** Returns true if the next record shows more than that the run started. */
    boolean showsResults() {
        return buffer.saysMoreThanStarted();
    }

    /** Bytes buffered and under way. */
    long bytes() {
        return buffer.bytes() + bytesInFlight;
    }
}
