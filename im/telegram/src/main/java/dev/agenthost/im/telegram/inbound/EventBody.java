package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the body of an event in the envelope form. */
final class EventBody {
    /** The surface of all bots at Telegram. */
    static final String SURFACE = "telegram";

    /** Longest text of a message after entities are parsed (https://core.telegram.org/bots/api#sendmessage). */
    static final int MESSAGE_CHARS = 4096;

    private final ObjectNode body = JsonNodeFactory.instance.objectNode();
    private final ObjectNode data = JsonNodeFactory.instance.objectNode();

    private EventBody() {}

    /** Begins the event of an update. The id of the update is the external id of the event. */
    static EventBody of(TelegramUpdate update, String eventType) {
        EventBody event = new EventBody();
        event.body.put("event_id", Long.toString(update.id()));
        event.body.put("event_type", eventType);
        event.body.put("source_event_type", update.type());
        event.body.put("bot_id", update.bot().botId());
        event.body.set("data", event.data);
        return event;
    }

    /** Places the event into a chat, without a message to reply to. */
    EventBody in(TelegramChat chat) {
        return in(chat, TelegramThread.NONE, null);
    }

    /**
     * Places the event into a thread of a chat.
     *
     * @param messageId the message that an answer replies to; null for none
     */
    EventBody in(TelegramChat chat, TelegramThread thread, @Nullable Long messageId) {
        String id = Long.toString(chat.id());
        body.put("conversation_id", id);
        body.put("launcher_type", chat.launcherType());
        body.put("launcher_id", id);
        if (thread.id() != null) {
            body.put("thread_id", thread.id());
        }
        ObjectNode chatFacts = data.putObject("chat").put("type", chat.type());
        if (chat.title() != null) {
            chatFacts.put("title", chat.title());
        }
        ObjectNode delivery = body.putObject("delivery").put("surface", SURFACE);
        // By drafts in private chats, by edits elsewhere.
        delivery.put("supports_streaming", true);
        delivery.put("supports_edit", true).put("supports_reaction", true);
        delivery.put("max_message_size", MESSAGE_CHARS);
        // A message has buttons and no fields.
        delivery.putObject("platform_capabilities")
                .put("supports_interactions", true)
                .put("supports_forms", false);
        ObjectNode target =
                delivery.putObject("reply_target").put("chat_id", chat.id()).put("chat_type", chat.type());
        thread.address(target);
        if (messageId != null) {
            target.put("message_id", messageId);
        }
        return this;
    }

    EventBody at(@Nullable Long epochSeconds) {
        if (epochSeconds != null && epochSeconds > 0) {
            body.put("event_time", epochSeconds);
        }
        return this;
    }

    EventBody by(@Nullable ActorContext actor) {
        if (actor != null) {
            body.set("actor", ProtocolCodec.tree(actor));
        }
        return this;
    }

    EventBody about(String subjectType, long subjectId) {
        body.set(
                "subject",
                ProtocolCodec.tree(new SubjectContext(
                        subjectType, Long.toString(subjectId), JsonNodeFactory.instance.objectNode())));
        return this;
    }

    EventBody saying(@Nullable String text) {
        body.set("input", ProtocolCodec.tree(text == null ? AgentInput.empty() : AgentInput.text(text)));
        return this;
    }

    /** Returns the facts of the event, to be added to. */
    ObjectNode data() {
        return data;
    }

    UpdateMapping.Event event() {
        return event(List.of(), null);
    }

    UpdateMapping.Event event(List<TelegramFile> files, @Nullable String callbackQueryId) {
        return new UpdateMapping.Event(body, files, callbackQueryId);
    }
}
