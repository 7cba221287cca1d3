package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Maps messages, and those that their senders take back (https://developers.line.biz/en/reference/messaging-api/#message-event). */
final class LineMessages {
    private static final String MESSAGE = "message";
    private static final String SOURCE = "source";
    private static final String CHAT = "a user, a group or a room with an id";

    private LineMessages() {}

    static LineMapping received(LineEvent event) {
        PlatformObject message = event.content().object(MESSAGE);
        if (message == null) {
            return LineEvent.without(MESSAGE, "an object");
        }
        String id = message.id("id");
        String type = message.text("type");
        if (id == null) {
            return LineEvent.without("message.id", "an id");
        }
        if (type == null || !type.matches(LineInbound.TYPE_NAME)) {
            return LineEvent.without("message.type", "the name of a type");
        }
        if (event.source() == null) {
            return LineEvent.without(SOURCE, CHAT);
        }
        String text = Objects.requireNonNullElse(message.text("text"), "");
        LineMentions mentions = LineMentions.of(text, message, event.bot());
        LineContent content = LineContent.of(type, message, id, mentions.text());
        LineEventBody built = event.body(EventTypes.MESSAGE_RECEIVED, "message." + type)
                .quotedBy(message.id("quoteToken"))
                .about(MESSAGE, id)
                .saying(content.text());
        ObjectNode data = built.data();
        data.put("message_type", type).put("is_mentioned", mentions.isOfBot());
        if (!mentions.others().isEmpty()) {
            data.putArray("mentions").addAll(mentions.others());
        }
        addFacts(data, message, text);
        addFiles(data, content);
        return built.event(content.files());
    }

    static LineMapping recalled(LineEvent event) {
        PlatformObject unsend = event.content().object("unsend");
        String id = unsend == null ? null : unsend.id("messageId");
        if (id == null) {
            return LineEvent.without("unsend.messageId", "an id");
        }
        return event.source() == null
                ? LineEvent.without(SOURCE, CHAT)
                : event.body("message.recalled").about(MESSAGE, id).event();
    }

    private static void addFacts(ObjectNode data, PlatformObject message, String text) {
        String quoted = message.id("quotedMessageId");
        if (quoted != null) {
            data.putObject("reply_to").put("message_id", quoted);
        }
        ArrayNode emojis = JsonNodeFactory.instance.arrayNode();
        for (PlatformObject emoji : message.list("emojis")) {
            ObjectNode fact = emojis.addObject();
            put(fact, "text", LineMentions.excerpt(text, emoji));
            put(fact, "product_id", emoji.id("productId"));
            put(fact, "emoji_id", emoji.id("emojiId"));
        }
        if (!emojis.isEmpty()) {
            data.set("emojis", emojis);
        }
        PlatformObject set = message.object("imageSet");
        if (set != null) {
            ObjectNode fact = data.putObject("image_set");
            put(fact, "id", set.id("id"));
            number(fact, "index", set, "index");
            number(fact, "total", set, "total");
        }
        String sticker = message.id("stickerId");
        if (sticker != null) {
            ObjectNode fact = data.putObject("sticker").put("sticker_id", sticker);
            put(fact, "package_id", message.id("packageId"));
            put(fact, "resource_type", message.id("stickerResourceType"));
        }
        number(data, "duration_ms", message, "duration");
    }

    private static void addFiles(ObjectNode data, LineContent content) {
        for (LineFile file : content.files()) {
            ObjectNode fact = data.withArrayProperty("files").addObject().put("kind", file.kind());
            put(fact, "name", file.name());
        }
    }

    private static void put(ObjectNode object, String name, @Nullable String value) {
        if (value != null) {
            object.put(name, value);
        }
    }

    private static void number(ObjectNode object, String name, PlatformObject from, String member) {
        if (from.node().path(member).isIntegralNumber()
                && from.node().path(member).canConvertToLong()) {
            object.put(name, from.node().path(member).longValue());
        }
    }
}
