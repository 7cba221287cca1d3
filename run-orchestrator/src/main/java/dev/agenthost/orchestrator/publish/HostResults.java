package dev.agenthost.orchestrator.publish;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.failure.FailureCode;
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

    public static RunStarted started(Resolution resolution, BindingSnapshot binding, Instant now) {
        EventEnvelope event = resolution.event();
        return new RunStarted(
                event.eventId(),
                event.botId(),
                event.conversationId(),
                event.threadId(),
                binding.runnerId(),
                binding.bindingId(),
                binding.agentId(),
                event.delivery(),
                binding.deliveryPolicy(),
                resolution.eventPosition(),
                now);
    }

    /** The stream of an event that nobody answers: it stands alone at position (0, 1). */
    public static ResultRecord unanswered(
            Resolution resolution, UnansweredReason reason, String detail, String traceId, Instant now) {
        EventEnvelope event = resolution.event();
        RunUnanswered unanswered = new RunUnanswered(
                event.eventId(),
                event.botId(),
                event.conversationId(),
                event.threadId(),
                reason,
                detail,
                null,
                event.delivery(),
                resolution.eventPosition());
        Outbox outbox = new Outbox(StreamAddress.of(resolution, 0, traceId));
        outbox.add(unanswered, now.getEpochSecond(), null);
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
        Outbox outbox = new Outbox(StreamAddress.of(resolution, attempt, traceId));
        outbox.add(started(resolution, binding, now), now.getEpochSecond(), null);
        outbox.add(RunFailed.of(code, why), now.getEpochSecond(), null);
        return outbox.last(now);
    }

    /** The stream of a run request that could not be read: there is nothing to say but that it failed. */
    public static ResultRecord undecodable(StreamAddress address, String why, Instant now) {
        Outbox outbox = new Outbox(address);
        outbox.add(RunFailed.of(FailureCode.RUN_UNDECODABLE, why), now.getEpochSecond(), null);
        return outbox.last(now);
    }
}
