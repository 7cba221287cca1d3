package dev.agenthost.im.slack.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.slack.form.ModalSubmission;
import java.util.List;

/** The outcome of an event or interaction of the platform. */
public sealed interface SlackMapping {

    /**
     * An event of the host.
     *
     * @param body the envelope form that an adapter sends (docs/events.md)
     * @param files files of the message, which the platform holds
     */
    record Event(ObjectNode body, List<SlackFile> files) implements SlackMapping {
        public Event {
            files = List.copyOf(files);
        }
    }

    /**
     * A pressed button of a question.
     *
     * @param actorId id of the person
     */
    record Press(ButtonKey key, String actorId) implements SlackMapping {}

    /**
     * A pressed button that opens the form of a question.
     *
     * @param actorId id of the person
     * @param triggerId permits to open a modal once, within 3 s
     */
    record FormPress(ButtonKey key, String actorId, String triggerId) implements SlackMapping {}

    /**
     * A submitted form of a question.
     *
     * @param actorId id of the person
     */
    record SubmittedForm(ModalSubmission form, String actorId) implements SlackMapping {}

    /**
     * A valid event that is none of the host. It is acknowledged.
     *
     * @param type for instance {@code message.bot_message}
     * @param why a sentence without content of the event
     */
    record Ignored(String type, String why) implements SlackMapping {}

    /**
     * A payload that is no event of the platform, or none of this bot.
     *
     * @param field the path of the invalid member; {@code $} for the whole body
     * @param why the rest of a sentence that begins with the field
     */
    record Unreadable(String field, String why) implements SlackMapping {}
}
