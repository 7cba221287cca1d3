package dev.agenthost.binding;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AdapterContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/** Events as the gateway hands them on. */
public final class Events {
    public static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    private Events() {}

    /** A message of Ada's in a group, in a thread. */
    public static EventEnvelope groupMessage() {
        return message("demo", "demo", "c1", "t1", "group", "g1", ActorContext.user("ada", "Ada"));
    }

    /** A message in a conversation of its own bot. */
    public static EventEnvelope messageOf(String workspace, String bot, String conversation) {
        return message(workspace, bot, conversation, null, null, null, ActorContext.user("ada", "Ada"));
    }

    /** Something that nobody in particular caused, outside any conversation. */
    public static EventEnvelope ofNobody() {
        return message("demo", "demo", null, null, null, null, null);
    }

    public static EventEnvelope message(
            String workspace,
            String bot,
            String conversation,
            String thread,
            String launcherType,
            String launcherId,
            ActorContext actor) {
        return new EventEnvelope(
                        EventIds.of(workspace, "api", bot, UUID.randomUUID().toString()),
                        "message.received",
                        NOW.getEpochSecond(),
                        TriggerSource.API,
                        null,
                        workspace,
                        bot,
                        conversation,
                        thread,
                        launcherType,
                        launcherId,
                        actor,
                        null,
                        AgentInput.empty(),
                        decode("{\"surface\":\"api\",\"supports_streaming\":true}", DeliveryContext.class),
                        null,
                        JsonNodeFactory.instance.objectNode(),
                        AdapterContext.empty(),
                        "",
                        NOW)
                .fingerprinted();
    }

    /** The same event with some of its fields said otherwise. */
    public static EventEnvelope with(EventEnvelope event, String field, Object value) {
        ObjectNode tree = ProtocolCodec.tree(event);
        tree.set(field, ProtocolCodec.tree(value));
        tree.remove("fingerprint");
        return decode(tree.toString(), EventEnvelope.class).fingerprinted();
    }

    private static <T> T decode(String json, Class<T> type) {
        try {
            return ProtocolCodec.decode(json.getBytes(StandardCharsets.UTF_8), type);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
