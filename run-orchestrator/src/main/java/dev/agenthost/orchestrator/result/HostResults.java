package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.RunUnanswered;
import dev.agenthost.protocol.result.UnansweredReason;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.Resolution;
import java.time.Instant;

/** Results that the host says itself, and the whole streams that are nothing else. */
public final class HostResults {
    private HostResults() {}

    /** The stream of an event that nobody answers: it stands alone at position (0, 1). */
    public static ResultRecord unanswered(
            Resolution resolution, UnansweredReason reason, String detail, String traceId, Instant now) {
        ResultBuffer outbox = new ResultBuffer(StreamAddress.of(resolution, 0, traceId));
        outbox.add(RunUnanswered.of(resolution, reason, detail), now.getEpochSecond(), null);
        return outbox.last(now);
    }

    /** The stream of an event that was handed to a run that was active. */
    public static ResultRecord steered(Resolution resolution, RunId into, String detail, String traceId, Instant now) {
        ResultBuffer outbox = new ResultBuffer(StreamAddress.of(resolution, 0, traceId));
        outbox.add(RunUnanswered.steered(resolution, into, detail), now.getEpochSecond(), null);
        return outbox.last(now);
    }

    /** The stream of an attempt that only ends a run: started, failed, in one record. */
    public static ResultRecord failed(
            Resolution resolution,
            BindingSnapshot binding,
            int attempt,
            FailureCode code,
            String why,
            String traceId,
            Instant now) {
        ResultBuffer outbox = new ResultBuffer(StreamAddress.of(resolution, attempt, traceId));
        outbox.add(RunStarted.of(resolution, binding, now), now.getEpochSecond(), null);
        outbox.add(RunFailed.of(code, why).inWordsOf(binding.deliveryPolicy()), now.getEpochSecond(), null);
        return outbox.last(now);
    }

    /** The stream of a run request that could not be read: there is nothing to say but that it failed. */
    public static ResultRecord undecodable(StreamAddress address, String why, Instant now) {
        ResultBuffer outbox = new ResultBuffer(address);
        outbox.add(RunFailed.of(FailureCode.RUN_UNDECODABLE, why), now.getEpochSecond(), null);
        return outbox.last(now);
    }
}
