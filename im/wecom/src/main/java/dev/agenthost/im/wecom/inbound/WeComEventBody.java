package dev.agenthost.im.wecom.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;

/** Builds the body of an event in the envelope form. */
final class WeComEventBody {
    /** The surface of all bots at WeCom. */
    static final String SURFACE = "wecom";

    /** The form of a time, seconds since 1970. */
    static final String SECONDS = "\\d{1,12}";

    /**
     * Characters of a message: a text has at most 2,048 bytes, and a character up to 3
     * (https://developer.work.weixin.qq.com/document/path/90236).
     */
    static final int MESSAGE_CHARS = 682;

    /** The prefix of a conversation: an application talks with each person alone. */
    private static final String PERSON_PREFIX = "user:";

    private final ObjectNode body = JsonNodeFactory.instance.objectNode();
    private final ObjectNode data = JsonNodeFactory.instance.objectNode();

    private WeComEventBody() {}

    /**
     * @param id the same for each repetition
     * @param type the platform's name of the event
     */
    static WeComEventBody of(WeComIdentity bot, String id, String eventType, String type) {
        WeComEventBody built = new WeComEventBody();
        built.body.put("event_id", id);
        built.body.put("event_type", eventType);
        built.body.put("source_event_type", type);
        built.body.put("bot_id", bot.botId());
        built.body.set("data", built.data);
        return built;
    }

    /** Takes the time of the callback; without one, the event has no time of its own. */
    WeComEventBody at(PlatformObject callback) {
        String text = callback.text(WeComInbound.TIME);
        if (text != null && text.matches(SECONDS)) {
            body.put("event_time", Long.parseLong(text));
        }
        return this;
    }

    /** Places the event into the conversation with a person. */
    WeComEventBody in(String userId) {
        String conversation = PERSON_PREFIX + userId;
        body.put("conversation_id", conversation);
        body.put("launcher_type", "person");
        body.put("launcher_id", conversation);
        data.putObject("chat").put("type", "private");
        ObjectNode delivery = body.putObject("delivery").put("surface", SURFACE);
        delivery.put("supports_streaming", false);
        delivery.put("supports_edit", false).put("supports_reaction", false);
        delivery.put("max_message_size", MESSAGE_CHARS);
        delivery.putObject("platform_capabilities")
                .put("supports_interactions", true)
                .put("supports_forms", false);
        delivery.putObject("reply_target").put("user_id", userId);
        return this;
    }

    /** Names the person. Callbacks have no names of persons. */
    WeComEventBody by(String userId) {
        body.set(
                "actor",
                ProtocolCodec.tree(new ActorContext("user", userId, null, JsonNodeFactory.instance.objectNode())));
        return this;
    }

    WeComEventBody about(String subjectType, String subjectId) {
        body.set(
                "subject",
                ProtocolCodec.tree(new SubjectContext(subjectType, subjectId, JsonNodeFactory.instance.objectNode())));
        return this;
    }

    WeComEventBody saying(String text) {
        body.set("input", ProtocolCodec.tree(text.isEmpty() ? AgentInput.empty() : AgentInput.text(text)));
        return this;
    }

    /** Returns the facts of the event, to be added to. */
    ObjectNode data() {
        return data;
    }

    WeComMapping.Event event(List<WeComFile> files) {
        return new WeComMapping.Event(body, files);
    }
}
