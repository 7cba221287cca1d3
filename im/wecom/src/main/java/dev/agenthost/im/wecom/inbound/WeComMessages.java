package dev.agenthost.im.wecom.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.event.EventTypes;

/** Maps messages of persons to the application (https://developer.work.weixin.qq.com/document/path/90239). */
final class WeComMessages {
    private static final String MESSAGE_ID = "MsgId";

    private WeComMessages() {}

    static WeComMapping received(PlatformObject message, String type, WeComIdentity bot) {
        String id = message.id(MESSAGE_ID);
        String person = message.id(WeComInbound.PERSON);
        if (id == null) {
            return WeComInbound.without(MESSAGE_ID, "an id");
        }
        if (person == null) {
            return WeComInbound.without(WeComInbound.PERSON, "an id");
        }
        if (message.text(WeComInbound.AGENT) == null) {
            return WeComInbound.ofAnotherApplication();
        }
        WeComContent content = WeComContent.of(type, message);
        WeComEventBody built = WeComEventBody.of(bot, id, EventTypes.MESSAGE_RECEIVED, "message." + type)
                .in(person)
                .at(message)
                .by(person)
                .about("message", id)
                .saying(content.text());
        built.data().put("message_type", type).put("is_mentioned", false);
        for (WeComFile file : content.files()) {
            ObjectNode fact =
                    built.data().withArrayProperty("files").addObject().put("kind", file.kind());
            if (file.name() != null) {
                fact.put("name", file.name());
            }
        }
        return built.event(content.files());
    }
}
