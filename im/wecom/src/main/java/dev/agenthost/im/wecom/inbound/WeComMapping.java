package dev.agenthost.im.wecom.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import java.util.List;

/** The outcome of a callback of the platform. */
public sealed interface WeComMapping {

    /**
     * An event of the host.
     *
     * @param body the envelope form that an adapter sends (docs/events.md)
     * @param files files of the message, which the platform holds
     */
    record Event(ObjectNode body, List<WeComFile> files) implements WeComMapping {
        public Event {
            files = List.copyOf(files);
        }
    }

    /**
     * A pressed button of a question.
     *
     * @param actorId UserID of the person
     */
    record Press(ButtonKey key, String actorId) implements WeComMapping {}

    /**
     * Something that is no callback of the platform, or none of this bot.
     *
     * @param field the path of the invalid member; {@code $} for the whole payload
     * @param why the rest of a sentence that begins with the field
     */
    record Unreadable(String field, String why) implements WeComMapping {}
}
