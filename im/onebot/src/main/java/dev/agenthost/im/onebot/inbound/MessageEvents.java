package dev.agenthost.im.onebot.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.EventTypes;
import java.util.List;

/** Maps messages (https://github.com/botuniverse/onebot-11/blob/master/event/message.md). */
final class MessageEvents {

    private MessageEvents() {}

    static OneBotMapping mapped(OneBotEvent event) {
        OneBotObject message = event.content();
        String type = message.text("message_type");
        if (!"private".equals(type) && !"group".equals(type)) {
            return event.without("message_type", "private or group");
        }
        boolean isGroup = "group".equals(type);
        Long messageId = message.number("message_id");
        Long number = message.id(isGroup ? "group_id" : "user_id");
        if (number == null) {
            return event.without(isGroup ? "group_id" : "user_id", "a positive integer");
        }
        if (messageId == null) {
            return event.without("message_id", "an integer");
        }
        if (event.isOfBot(message.id("user_id"))) {
            return event.ignored("The message is the bot's own.");
        }
        MessageSegments content = MessageSegments.of(message.node().path("message"), event.selfId());
        if (content == null) {
            return event.without("message", "an array of segments or a string");
        }
        OneBotChat chat = new OneBotChat(isGroup, number);
        boolean isSystem = isGroup && "notice".equals(message.text("sub_type"));
        if (isSystem) {
            OneBotEventBody built =
                    OneBotEventBody.of(event, EventTypes.PLATFORM_SPECIFIC).in(chat, null, null);
            built.data().put("text", content.text());
            return built.event();
        }
        boolean isAnonymous = message.object("anonymous") != null;
        OneBotEventBody built = OneBotEventBody.of(event, EventTypes.MESSAGE_RECEIVED)
                .in(chat, messageId, isAnonymous ? null : message.id("user_id"))
                .by(OneBotActors.sender(message))
                .about("message", messageId.toString())
                .saying(content.text());
        addFacts(built.data(), content);
        return built.event(content.files());
    }

    private static void addFacts(ObjectNode data, MessageSegments content) {
        data.put("is_mentioned", content.isMentioned());
        if (!content.mentions().isEmpty()) {
            data.putArray("mentions").addAll(content.mentions());
        }
        if (content.replyTo() != null) {
            data.putObject("reply_to").put("message_id", content.replyTo());
        }
        addFiles(data, content.files());
    }

    private static void addFiles(ObjectNode data, List<OneBotFile> files) {
        for (OneBotFile file : files) {
            ObjectNode fact = data.withArrayProperty("files").addObject().put("kind", file.kind());
            if (file.name() != null) {
                fact.put("name", file.name());
            }
            if (file.size() != null) {
                fact.put("size", file.size());
            }
        }
    }
}
