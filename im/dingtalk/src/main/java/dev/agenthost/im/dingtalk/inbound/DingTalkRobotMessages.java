package dev.agenthost.im.dingtalk.inbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventTypes;
import org.jspecify.annotations.Nullable;

/** Maps messages of persons to the robot (https://open.dingtalk.com/document/orgapp/receive-message). */
final class DingTalkRobotMessages {
    private static final String MESSAGE_ID = "msgId";
    private static final String CONVERSATION = "conversationId";
    private static final String TYPE = "msgtype";
    private static final String TYPE_NAME = "[A-Za-z0-9_]{1,64}";
    private static final String PRIVATE = "1";
    private static final String GROUP = "2";

    private DingTalkRobotMessages() {}

    static DingTalkMapping received(PlatformObject message, DingTalkIdentity bot) {
        String id = message.id(MESSAGE_ID);
        String chat = message.id(CONVERSATION);
        String chatType = message.text("conversationType");
        String type = message.text(TYPE);
        String robotCode = message.text("robotCode");
        if (id == null) {
            return DingTalkInbound.without(MESSAGE_ID, "an id");
        }
        if (chat == null) {
            return DingTalkInbound.without(CONVERSATION, "an id");
        }
        if (!PRIVATE.equals(chatType) && !GROUP.equals(chatType)) {
            return DingTalkInbound.without("conversationType", "1 or 2");
        }
        if (type == null || !type.matches(TYPE_NAME)) {
            return DingTalkInbound.without(TYPE, "the name of a type");
        }
        if (robotCode != null && !robotCode.equals(bot.robotCode())) {
            return DingTalkInbound.without("robotCode", "robot_code of the bot");
        }
        if (!bot.accepts(message.text("chatbotCorpId"))) {
            return DingTalkInbound.ofAnotherOrganization("chatbotCorpId");
        }
        ActorContext sender = sender(message);
        if (sender == null) {
            return DingTalkInbound.without("senderId", "an id");
        }
        String userId = message.id("senderStaffId");
        DingTalkConversation conversation = GROUP.equals(chatType)
                ? DingTalkConversation.group(chat, userId)
                : DingTalkConversation.privateChat(chat, userId);
        DingTalkContent content = DingTalkContent.of(type, message);
        DingTalkEventBody built = DingTalkEventBody.of(bot, id, EventTypes.MESSAGE_RECEIVED, "message." + type)
                .in(conversation)
                .titled(conversation.isGroup() ? message.name("conversationTitle") : null)
                .at(message, "createAt")
                .by(sender)
                .about("message", id)
                .saying(content.text());
        addFacts(built.data(), message, type, content);
        return built.event(content.files());
    }

    /** A person of another organization has no user id, and is known by the encrypted id. */
    private static @Nullable ActorContext sender(PlatformObject message) {
        String userId = message.id("senderStaffId");
        String encrypted = message.id("senderId");
        String id = userId == null ? encrypted : userId;
        if (id == null) {
            return null;
        }
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        put(metadata, "dingtalk_id", encrypted);
        put(metadata, "union_id", message.id("senderUnionId"));
        put(metadata, "corp_id", message.id("senderCorpId"));
        if (message.node().path("isAdmin").isBoolean()) {
            metadata.put("is_admin", message.node().path("isAdmin").booleanValue());
        }
        return new ActorContext("user", id, message.name("senderNick"), metadata);
    }

    private static void addFacts(ObjectNode data, PlatformObject message, String type, DingTalkContent content) {
        data.put("message_type", type);
        data.put("is_mentioned", message.node().path("isInAtList").asBoolean());
        addMentions(data, message);
        String replied = repliedTo(message);
        if (replied != null) {
            data.putObject("reply_to").put("message_id", replied);
        }
        for (DingTalkFile file : content.files()) {
            ObjectNode fact = data.withArrayProperty("files").addObject().put("kind", file.kind());
            put(fact, "name", file.name());
        }
    }

    /** The robot itself is among the mentions. */
    private static void addMentions(ObjectNode data, PlatformObject message) {
        String robot = message.text("chatbotUserId");
        for (PlatformObject mention : message.list("atUsers")) {
            String encrypted = mention.id("dingtalkId");
            String userId = mention.id("staffId");
            String id = userId == null ? encrypted : userId;
            if (id != null && !id.equals(robot) && (encrypted == null || !encrypted.equals(robot))) {
                data.withArrayProperty("mentions").addObject().put("user_id", id);
            }
        }
    }

    /** Returns the id of the quoted message, which no page describes (assumed). */
    private static @Nullable String repliedTo(PlatformObject message) {
        for (String holder : new String[] {"text", "content"}) {
            PlatformObject content = message.object(holder);
            PlatformObject replied = content == null ? null : content.object("repliedMsg");
            if (replied != null && replied.id(MESSAGE_ID) != null) {
                return replied.id(MESSAGE_ID);
            }
        }
        return null;
    }

    private static void put(ObjectNode object, String name, @Nullable String value) {
        if (value != null) {
            object.put(name, value);
        }
    }
}
