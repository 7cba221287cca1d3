package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maps messages and what happens to them
 * (https://open.feishu.cn/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/events/receive and the pages beside it).
 */
final class LarkMessages {
    private static final String MESSAGE_ID = "message_id";
    private static final String APP = "app";

    private LarkMessages() {}

    static LarkMapping received(LarkEvent event) {
        PlatformObject message = event.content().object("message");
        PlatformObject sender = event.content().object("sender");
        if (message == null) {
            return event.without("message", "an object");
        }
        if (sender == null) {
            return event.without("sender", "an object");
        }
        if (APP.equals(sender.text("sender_type"))) {
            return event.ignored("The message is of an app.");
        }
        String id = message.id(MESSAGE_ID);
        String chat = message.id("chat_id");
        String chatType = message.text("chat_type");
        String type = message.text("message_type");
        if (id == null) {
            return event.without("message.message_id", "an id");
        }
        if (chat == null) {
            return event.without("message.chat_id", "an id");
        }
        if (chatType == null || !chatType.matches("[a-z0-9_]{1,64}")) {
            return event.without("message.chat_type", "p2p or group");
        }
        if (type == null) {
            return event.without("message.message_type", "a text");
        }
        if (LarkEvent.openId(sender, "sender_id") == null) {
            return event.without("sender.sender_id.open_id", "an id");
        }
        PlatformObject content = content(message);
        if (content == null) {
            return event.without("message.content", "a text with a JSON object");
        }
        LarkMentions mentions = LarkMentions.of(message, event.bot());
        LarkContent read = LarkContent.of(type, content, id, mentions);
        LarkEventBody built = LarkEventBody.of(event, EventTypes.MESSAGE_RECEIVED)
                .in(chat, chatType, message.id("thread_id"), id)
                .at(LarkInbound.seconds(message, "create_time"))
                .by(event.person(sender, "sender_id"))
                .about("message", id)
                .saying(read.text());
        addFacts(built.data(), message, mentions, read);
        return built.event(read.files());
    }

    static LarkMapping recalled(LarkEvent event) {
        String id = event.content().id(MESSAGE_ID);
        String chat = event.content().id("chat_id");
        return id == null
                ? event.without(MESSAGE_ID, "an id")
                : chat == null
                        ? event.without("chat_id", "an id")
                        : LarkEventBody.of(event, "message.recalled")
                                .in(chat, null, null, null)
                                .about("message", id)
                                .event();
    }

    /** @param change {@code added} or {@code removed}; the event names no chat */
    static LarkMapping reaction(LarkEvent event, String change) {
        String id = event.content().id(MESSAGE_ID);
        PlatformObject reaction = event.content().object("reaction_type");
        String emoji = reaction == null ? null : reaction.id("emoji_type");
        if (id == null) {
            return event.without(MESSAGE_ID, "an id");
        }
        if (emoji == null) {
            return event.without("reaction_type.emoji_type", "a text");
        }
        if (APP.equals(event.content().text("operator_type"))) {
            return event.ignored("The reaction is of an app.");
        }
        LarkEventBody built = LarkEventBody.of(event, "message.reaction")
                .at(LarkInbound.seconds(event.content(), "action_time"))
                .by(event.person(event.content(), "user_id"))
                .about("message", id);
        for (String list : List.of("added", "removed")) {
            var emojis = built.data().putArray(list);
            if (list.equals(change)) {
                emojis.add(emoji);
            }
        }
        return built.event();
    }

    /** The content is JSON in a text. */
    private static @Nullable PlatformObject content(PlatformObject message) {
        String json = message.text("content");
        try {
            return json == null
                    ? null
                    : PlatformObject.of(ProtocolCodec.readTree(json.getBytes(StandardCharsets.UTF_8)));
        } catch (UndecodableException e) {
            return null;
        }
    }

    private static void addFacts(ObjectNode data, PlatformObject message, LarkMentions mentions, LarkContent content) {
        data.put("message_type", message.text("message_type"));
        data.put("is_mentioned", mentions.isOfBot());
        List<ObjectNode> others =
                mentions.facts(String.valueOf(message.text("content")).contains(LarkMentions.ALL));
        if (!others.isEmpty()) {
            data.putArray("mentions").addAll(others);
        }
        String parent = message.id("parent_id");
        if (parent != null) {
            ObjectNode reply = data.putObject("reply_to").put(MESSAGE_ID, parent);
            String root = message.id("root_id");
            if (root != null && !root.equals(parent)) {
                reply.put("root_id", root);
            }
        }
        for (LarkFile file : content.files()) {
            ObjectNode fact = data.withArrayProperty("files").addObject().put("kind", file.kind());
            if (file.name() != null) {
                fact.put("name", file.name());
            }
        }
    }
}
