package dev.agenthost.delivery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.RunUnanswered;
import dev.agenthost.protocol.result.UnansweredReason;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.DeliveryTarget;
import dev.agenthost.protocol.topic.ConversationKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Makes runs and their results. */
public record DeliveredRun(RunId runId, EventId eventId, String workspace, String conversation, DeliveryPolicy policy) {

    public static final long NOW = 1_795_219_976L;

    public static DeliveredRun toEventSurface() {
        return in("c-" + UUID.randomUUID());
    }

    public static DeliveredRun in(String conversation) {
        return new DeliveredRun(
                new RunId(UUID.randomUUID()),
                new EventId(UUID.randomUUID()),
                "demo",
                conversation,
                DeliveryPolicy.defaults());
    }

    public DeliveredRun toWebhook(String url, String secretRef) {
        return with(new DeliveryPolicy(new DeliveryTarget("webhook", url, secretRef), true, null, null, false));
    }

    public DeliveredRun ofWorkspace(String other) {
        return new DeliveredRun(runId, eventId, other, conversation, policy);
    }

    public DeliveredRun with(DeliveryPolicy other) {
        return new DeliveredRun(runId, eventId, workspace, conversation, other);
    }

    public String conversationKey() {
        return ConversationKey.of(workspace, "bot", conversation, null, eventId).value();
    }

    public RunStarted started() {
        return startedOn(DeliveryContext.streaming("api"));
    }

    /** Makes the start of a run for the event with that fingerprint. */
    public RunStarted startedFor(String fingerprint) {
        RunStarted started = started();
        return new RunStarted(
                started.eventId(),
                started.botId(),
                started.conversationId(),
                started.threadId(),
                started.runnerId(),
                started.bindingId(),
                started.agentId(),
                started.delivery(),
                started.deliveryPolicy(),
                started.eventPosition(),
                started.startedAt(),
                fingerprint);
    }

    /** Makes the start of a run from a streaming surface of that name, with a reply target. */
    public RunStarted startedOn(String surface) {
        return startedOn(new DeliveryContext(
                surface,
                JsonNodeFactory.instance.objectNode().put("chat_id", 7),
                true,
                false,
                false,
                null,
                JsonNodeFactory.instance.objectNode()));
    }

    /** Makes the start of a run from a surface that supports the named abilities. */
    public RunStarted startedOn(DeliveryContext delivery) {
        return new RunStarted(
                eventId,
                "bot",
                conversation,
                null,
                RunnerId.parse("plugin:agenthost/echo/default"),
                "b1",
                "a1",
                delivery,
                policy,
                null,
                Instant.ofEpochSecond(NOW));
    }

    public RunUnanswered unanswered() {
        return unanswered(UnansweredReason.NO_BINDING, null);
    }

    public RunUnanswered unanswered(UnansweredReason reason, DeliveryPolicy policy) {
        return new RunUnanswered(
                eventId,
                "bot",
                conversation,
                null,
                reason,
                "none matches",
                null,
                DeliveryContext.streaming("api"),
                null,
                policy,
                null);
    }

    public RunResults record(int attempt, long firstSequence, ResultPayload... payloads) {
        List<ResultFrame> frames = new ArrayList<>();
        for (ResultPayload payload : payloads) {
            frames.add(ResultCodec.frame(firstSequence + frames.size(), payload, NOW, null));
        }
        return new RunResults(runId, attempt, workspace, conversationKey(), frames);
    }

    public static MessageDelta delta(String text) {
        return new MessageDelta(MessageChunk.assistant(text));
    }

    public static MessageCompleted message(String text) {
        return new MessageCompleted(Message.assistant(text));
    }

    public static RunCompleted completed() {
        return new RunCompleted("stop", null);
    }

    public static RunCompleted completed(String text) {
        return new RunCompleted("stop", Message.assistant(text));
    }

    public static RunFailed failed(String code) {
        return new RunFailed(code, "internal: stack trace at line 7", false, null);
    }
}
