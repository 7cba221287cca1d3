package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the body of an event in the envelope form. */
final class OneBotEventBody {
    /** The surface of all bots by OneBot. */
    static final String SURFACE = "onebot";

    /** Characters of a message (assumed: the standard has no limit). */
    static final int MESSAGE_CHARS = 2000;

    private final ObjectNode body = JsonNodeFactory.instance.objectNode();
    private final ObjectNode data = JsonNodeFactory.instance.objectNode();

    private OneBotEventBody() {}

    static OneBotEventBody of(OneBotEvent event, String eventType) {
        OneBotEventBody built = new OneBotEventBody();
        built.body.put("event_id", ExternalId.of(event));
        built.body.put("event_type", eventType);
        built.body.put("source_event_type", event.type());
        built.body.put("bot_id", event.botId());
        if (event.time() > 0) {
            built.body.put("event_time", event.time());
        }
        built.body.set("data", built.data);
        return built;
    }

    /**
     * Places the event into a chat.
     *
     * @param messageId the message that an answer replies to; null for none
     * @param userId the person whom an answer in a group mentions; null for none
     */
    OneBotEventBody in(OneBotChat chat, @Nullable Long messageId, @Nullable Long userId) {
        body.put("conversation_id", chat.conversationId());
        body.put("launcher_type", chat.launcherType());
        body.put("launcher_id", Long.toString(chat.number()));
        ObjectNode delivery = body.putObject("delivery").put("surface", SURFACE);
        delivery.put("supports_streaming", false);
        delivery.put("supports_edit", false).put("supports_reaction", false);
        delivery.put("max_message_size", MESSAGE_CHARS);
        delivery.putObject("platform_capabilities")
                .put("supports_interactions", false)
                .put("supports_forms", false);
        ObjectNode target = delivery.putObject("reply_target");
        chat.address(target);
        if (messageId != null) {
            target.put("message_id", messageId);
        }
        if (chat.isGroup() && userId != null) {
            target.put("sender_id", userId);
        }
        return this;
    }

    OneBotEventBody by(@Nullable ActorContext actor) {
        if (actor != null) {
            body.set("actor", ProtocolCodec.tree(actor));
        }
        return this;
    }

    OneBotEventBody about(String subjectType, String subjectId) {
        body.set(
                "subject",
                ProtocolCodec.tree(new SubjectContext(subjectType, subjectId, JsonNodeFactory.instance.objectNode())));
        return this;
    }

    OneBotEventBody saying(String text) {
        body.set("input", ProtocolCodec.tree(text.isEmpty() ? AgentInput.empty() : AgentInput.text(text)));
        return this;
    }

    /** Returns the facts of the event, to be added to. */
    ObjectNode data() {
        return data;
    }

    OneBotMapping.Event event() {
        return event(List.of());
    }

    OneBotMapping.Event event(List<OneBotFile> files) {
        return new OneBotMapping.Event(body, files);
    }
}
