package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the body of an event in the envelope form. */
final class LarkEventBody {
    /** The surface of all bots at Lark. */
    static final String SURFACE = "lark";

    static final String GROUP = "group";

    /**
     * Characters of a message: a card has at most 30 KB of JSON, and a character up to 3 bytes
     * (https://open.feishu.cn/document/server-docs/im-v1/message/create).
     */
    static final int MESSAGE_CHARS = 8000;

    private final ObjectNode body = JsonNodeFactory.instance.objectNode();
    private final ObjectNode data = JsonNodeFactory.instance.objectNode();

    private LarkEventBody() {}

    static LarkEventBody of(LarkEvent event, String eventType) {
        LarkEventBody built = new LarkEventBody();
        built.body.put("event_id", event.id());
        built.body.put("event_type", eventType);
        built.body.put("source_event_type", event.type());
        built.body.put("bot_id", event.bot().botId());
        built.body.set("data", built.data);
        return built.at(event.time());
    }

    /** @param seconds since 1970; 0 leaves the time as it is */
    LarkEventBody at(long seconds) {
        if (seconds > 0) {
            body.put("event_time", seconds);
        }
        return this;
    }

    /**
     * Places the event into a chat.
     *
     * @param chatType {@code p2p} or {@code group}; null if the event does not name it
     * @param threadId null outside of threads
     * @param messageId the message that an answer replies to; null for none
     */
    LarkEventBody in(String chatId, @Nullable String chatType, @Nullable String threadId, @Nullable String messageId) {
        body.put("conversation_id", chatId);
        if (threadId != null) {
            body.put("thread_id", threadId);
        }
        ObjectNode delivery = body.putObject("delivery").put("surface", SURFACE);
        delivery.put("supports_streaming", true);
        delivery.put("supports_edit", true).put("supports_reaction", true);
        delivery.put("max_message_size", MESSAGE_CHARS);
        delivery.putObject("platform_capabilities")
                .put("supports_interactions", true)
                .put("supports_forms", false);
        ObjectNode target = delivery.putObject("reply_target").put("chat_id", chatId);
        if (messageId != null) {
            target.put("message_id", messageId);
        }
        if (threadId != null) {
            target.put("thread_id", threadId);
        }
        if (chatType != null) {
            body.put("launcher_type", chatType.equals("p2p") ? "person" : GROUP);
            body.put("launcher_id", chatId);
            data.putObject("chat").put("type", chatType);
            target.put("chat_type", chatType);
        }
        return this;
    }

    LarkEventBody by(@Nullable ActorContext actor) {
        if (actor != null) {
            body.set("actor", ProtocolCodec.tree(actor));
        }
        return this;
    }

    LarkEventBody about(String subjectType, String subjectId) {
        body.set(
                "subject",
                ProtocolCodec.tree(new SubjectContext(subjectType, subjectId, JsonNodeFactory.instance.objectNode())));
        return this;
    }

    LarkEventBody saying(String text) {
        body.set("input", ProtocolCodec.tree(text.isEmpty() ? AgentInput.empty() : AgentInput.text(text)));
        return this;
    }

    /** Returns the facts of the event, to be added to. */
    ObjectNode data() {
        return data;
    }

    LarkMapping.Event event() {
        return event(List.of());
    }

    LarkMapping.Event event(List<LarkFile> files) {
        return new LarkMapping.Event(body, files);
    }
}
