package dev.agenthost.protocol.result;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.topic.RecordPosition;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.unanswered}, of the host: the reason why no agent answers. It is the only result, at position (0, 1). Terminal.
 *
 * @param intoRunId the run that it was handed to, where it was
 * @param deliveryPolicy of its binding, where one would have answered
 * @param eventFingerprint as in {@link RunStarted}
 */
public record RunUnanswered(
        EventId eventId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        UnansweredReason reason,
        String detail,
        @Nullable RunId intoRunId,
        DeliveryContext delivery,
        @Nullable RecordPosition eventPosition,
        @Nullable DeliveryPolicy deliveryPolicy,
        @Nullable String eventFingerprint)
        implements ResultPayload {
    public RunUnanswered {
        Fields.required(eventId, "event_id");
        Fields.text(botId, "bot_id");
        Fields.required(reason, "reason");
        detail = Fields.or(detail, "");
        Fields.required(delivery, "delivery");
    }

    /** Of an event that became no other run. */
    public static RunUnanswered of(Resolution resolution, UnansweredReason reason, String detail) {
        return of(resolution, reason, detail, null);
    }

    /** Of an event that was handed to a run that was active. */
    public static RunUnanswered steered(Resolution resolution, RunId into, String detail) {
        return of(resolution, UnansweredReason.STEERED, detail, into);
    }

    private static RunUnanswered of(
            Resolution resolution, UnansweredReason reason, String detail, @Nullable RunId into) {
        EventEnvelope event = resolution.event();
        return new RunUnanswered(
                event.eventId(),
                event.botId(),
                event.conversationId(),
                event.threadId(),
                reason,
                detail,
                into,
                event.delivery(),
                resolution.eventPosition(),
                resolution.outcome() instanceof ResolutionOutcome.Bound bound
                        ? bound.binding().deliveryPolicy()
                        : null,
                event.fingerprint());
    }
}
