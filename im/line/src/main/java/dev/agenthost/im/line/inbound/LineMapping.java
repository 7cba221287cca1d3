package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import java.util.List;

/** The outcome of one event of a webhook. */
public sealed interface LineMapping {

    /**
     * An event of the host.
     *
     * @param body the envelope form that an adapter sends (docs/events.md)
     * @param files files of the message, which the platform holds
     */
    record Event(ObjectNode body, List<LineFile> files) implements LineMapping {
        public Event {
            files = List.copyOf(files);
        }
    }

    /**
     * A pressed button of a question.
     *
     * @param actorId user id of the person
     */
    record Press(ButtonKey key, String actorId) implements LineMapping {}

    /**
     * An event that is none of the host.
     *
     * @param type of the event
     * @param why a sentence
     */
    record Ignored(String type, String why) implements LineMapping {}

    /**
     * Something that is no event of the platform.
     *
     * @param field the path of the invalid member; {@code $} for the whole event
     * @param why the rest of a sentence that begins with the field
     */
    record Unreadable(String field, String why) implements LineMapping {}
}
