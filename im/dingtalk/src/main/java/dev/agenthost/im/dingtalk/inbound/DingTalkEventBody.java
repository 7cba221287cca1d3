package dev.agenthost.im.dingtalk.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the body of an event in the envelope form. */
final class DingTalkEventBody {
    /** The surface of all bots at DingTalk. */
    static final String SURFACE = "dingtalk";

    static final String GROUP = "group";

    /**
     * Characters of a message: its parameters have at most 15,000 bytes, and a character up to 3
     * (https://open.dingtalk.com/document/orgapp/the-robot-sends-a-group-message).
     */
    static final int MESSAGE_CHARS = 4500;

    private static final long MILLIS = 1000;

    private final ObjectNode body = JsonNodeFactory.instance.objectNode();
    private final ObjectNode data = JsonNodeFactory.instance.objectNode();
    private final DingTalkIdentity bot;

    private DingTalkEventBody(DingTalkIdentity bot) {
        this.bot = bot;
    }

    /**
     * @param id the same for each repetition
     * @param type the platform's name of the event
     */
    static DingTalkEventBody of(DingTalkIdentity bot, String id, String eventType, String type) {
        DingTalkEventBody built = new DingTalkEventBody(bot);
        built.body.put("event_id", id);
        built.body.put("event_type", eventType);
        built.body.put("source_event_type", type);
        built.body.put("bot_id", bot.botId());
        built.body.set("data", built.data);
        return built;
    }

    /** Takes the time of a member with milliseconds; without one, the event has no time of its own. */
    DingTalkEventBody at(PlatformObject object, String name) {
        String text = object.text(name);
        if (text != null && text.matches("\\d{4,15}")) {
            body.put("event_time", Long.parseLong(text) / MILLIS);
        }
        return this;
    }

    /** Places the event into a conversation. */
    DingTalkEventBody in(DingTalkConversation conversation) {
        body.put("conversation_id", conversation.id());
        body.put("launcher_type", conversation.isGroup() ? GROUP : "person");
        body.put("launcher_id", conversation.id());
        data.putObject("chat").put("type", conversation.isGroup() ? GROUP : "private");
        ObjectNode delivery = body.putObject("delivery").put("surface", SURFACE);
        delivery.put("supports_streaming", true);
        delivery.put("supports_edit", false).put("supports_reaction", false);
        delivery.put("max_message_size", MESSAGE_CHARS);
        delivery.putObject("platform_capabilities")
                .put("supports_interactions", bot.hasConnection())
                .put("supports_forms", false);
        delivery.set("reply_target", conversation.replyTarget());
        return this;
    }

    DingTalkEventBody titled(@Nullable String title) {
        if (title != null) {
            data.withObjectProperty("chat").put("title", title);
        }
        return this;
    }

    DingTalkEventBody by(@Nullable ActorContext actor) {
        if (actor != null) {
            body.set("actor", ProtocolCodec.tree(actor));
        }
        return this;
    }

    DingTalkEventBody about(String subjectType, String subjectId) {
        body.set(
                "subject",
                ProtocolCodec.tree(new SubjectContext(subjectType, subjectId, JsonNodeFactory.instance.objectNode())));
        return this;
    }

    DingTalkEventBody saying(String text) {
        body.set("input", ProtocolCodec.tree(text.isEmpty() ? AgentInput.empty() : AgentInput.text(text)));
        return this;
    }

    /** Returns the facts of the event, to be added to. */
    ObjectNode data() {
        return data;
    }

    DingTalkMapping.Event event() {
        return event(List.of());
    }

    DingTalkMapping.Event event(List<DingTalkFile> files) {
        return new DingTalkMapping.Event(body, files);
    }
}
