package dev.agenthost.im.dingtalk.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import java.util.List;

/** The outcome of a payload of the platform. */
public sealed interface DingTalkMapping {

    /**
     * An event of the host.
     *
     * @param body the envelope form that an adapter sends (docs/events.md)
     * @param files files of the message, which the platform holds
     */
    record Event(ObjectNode body, List<DingTalkFile> files) implements DingTalkMapping {
        public Event {
            files = List.copyOf(files);
        }
    }

    /**
     * A pressed button of a question.
     *
     * @param actorId user id of the person
     */
    record Press(ButtonKey key, String actorId) implements DingTalkMapping {}

    /**
     * A valid payload that is no event of the host. It is acknowledged.
     *
     * @param type for instance {@code dataCallback}
     * @param why a sentence without content of the payload
     */
    record Ignored(String type, String why) implements DingTalkMapping {}

    /**
     * Something that is no payload of the platform, or none of this bot.
     *
     * @param field the path of the invalid member; {@code $} for the whole payload
     * @param why the rest of a sentence that begins with the field
     */
    record Unreadable(String field, String why) implements DingTalkMapping {}
}
