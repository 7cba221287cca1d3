package dev.agenthost.protocol.result;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.started}, the host's own: the first result of every attempt; it supersedes the output of earlier attempts.
 *
 * @param eventFingerprint of the run's event, so that a reader that waits for another event of the same id detects it;
 *     null in records of older replicas
 */
public record RunStarted(
        EventId eventId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        RunnerId runnerId,
        String bindingId,
        String agentId,
        DeliveryContext delivery,
        DeliveryPolicy deliveryPolicy,
        @Nullable RecordPosition eventPosition,
        Instant startedAt,
        @Nullable String eventFingerprint)
        implements ResultPayload {
    public RunStarted {
        Fields.required(eventId, "event_id");
        Fields.text(botId, "bot_id");
        Fields.required(runnerId, "runner_id");
        Fields.text(bindingId, "binding_id");
        Fields.text(agentId, "agent_id");
        Fields.required(delivery, "delivery");
        deliveryPolicy = Fields.or(deliveryPolicy, DeliveryPolicy.defaults());
        Fields.required(startedAt, "started_at");
    }

    /** Creates the result of an event whose fingerprint is unknown. */
    public RunStarted(
            EventId eventId,
            String botId,
            @Nullable String conversationId,
            @Nullable String threadId,
            RunnerId runnerId,
            String bindingId,
            String agentId,
            DeliveryContext delivery,
            DeliveryPolicy deliveryPolicy,
            @Nullable RecordPosition eventPosition,
            Instant startedAt) {
        this(
                eventId,
                botId,
                conversationId,
                threadId,
                runnerId,
                bindingId,
                agentId,
                delivery,
                deliveryPolicy,
                eventPosition,
                startedAt,
                null);
    }

    /** Returns the first result of a run, built from its request. */
    public static RunStarted of(Resolution resolution, BindingSnapshot binding, Instant startedAt) {
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
                startedAt,
                event.fingerprint());
    }
}
