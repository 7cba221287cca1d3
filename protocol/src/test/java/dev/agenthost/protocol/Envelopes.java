package dev.agenthost.protocol;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AdapterContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.id.EventIds;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Events for tests. Each call makes another event; workspace and bot are {@code demo} unless something else is said. */
public final class Envelopes {
    public static final Instant RECEIVED_AT = Instant.parse("2026-11-21T10:00:00Z");

    private static final AtomicLong COUNT = new AtomicLong();

    private Envelopes() {}

    /** Ada says something to the bot by API, in conversation {@code c1}. */
    public static EventEnvelope apiMessage(String text) {
        return message("demo", "demo", "c1", null, "ext-" + COUNT.incrementAndGet(), text);
    }

    /** As {@link #apiMessage}, in that conversation. */
    public static EventEnvelope apiMessage(String conversationId, String text) {
        return message("demo", "demo", conversationId, null, "ext-" + COUNT.incrementAndGet(), text);
    }

    /** Ada says hello in a group of a platform. */
    public static EventEnvelope groupMessage() {
        EventEnvelope api = message("demo", "demo", "g7", "t1", "ext-" + COUNT.incrementAndGet(), "hello");
        return new EventEnvelope(
                        api.eventId(),
                        api.eventType(),
                        api.eventTime(),
                        TriggerSource.PLATFORM,
                        "GroupMessage",
                        api.workspaceId(),
                        api.botId(),
                        api.conversationId(),
                        api.threadId(),
                        "group",
                        "g7",
                        api.actor(),
                        api.subject(),
                        api.input(),
                        DeliveryContext.streaming("telegram"),
                        null,
                        Fields.object(null),
                        AdapterContext.empty(),
                        "",
                        RECEIVED_AT)
                .fingerprinted();
    }

    /** A message, all of it chosen; the same external id gives the same event id. */
    public static EventEnvelope message(
            String workspaceId,
            String botId,
            @Nullable String conversationId,
            @Nullable String threadId,
            String externalId,
            String text) {
        return new EventEnvelope(
                        EventIds.of(workspaceId, "api", botId, externalId),
                        "message.received",
                        1_795_219_976L,
                        TriggerSource.API,
                        null,
                        workspaceId,
                        botId,
                        conversationId,
                        threadId,
                        null,
                        null,
                        ActorContext.user("u1", "Ada"),
                        new SubjectContext("message", externalId, Fields.object(null)),
                        AgentInput.text(text),
                        DeliveryContext.streaming("api"),
                        null,
                        Fields.object(null),
                        AdapterContext.empty(),
                        "",
                        RECEIVED_AT)
                .fingerprinted();
    }
}
