package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.discord.calls.DiscordInteraction;
import dev.agenthost.im.discord.form.FormValues;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of an event or interaction of the platform. */
public sealed interface DiscordMapping {

    /**
     * An event of the host.
     *
     * @param body the envelope form that an adapter sends (docs/events.md)
     * @param files files of the message, which the platform holds
     * @param interaction that waits for its response; null for none
     */
    record Event(
            ObjectNode body,
            List<DiscordFile> files,
            @Nullable DiscordInteraction interaction) implements DiscordMapping {
        public Event {
            files = List.copyOf(files);
        }
    }

    /**
     * A pressed button of a question.
     *
     * @param actorId id of the person
     * @param interaction that waits for its response
     */
    record Press(ButtonKey key, String actorId, DiscordInteraction interaction) implements DiscordMapping {}

    /**
     * A pressed button that opens the form of a question.
     *
     * @param actorId id of the person
     * @param interaction that waits for the form
     */
    record FormPress(ButtonKey key, String actorId, DiscordInteraction interaction) implements DiscordMapping {}

    /**
     * A submitted form of a question.
     *
     * @param actorId id of the person
     * @param interaction that waits for its response
     */
    record SubmittedForm(FormValues form, String actorId, DiscordInteraction interaction) implements DiscordMapping {}

    /**
     * A valid event that is none of the host.
     *
     * @param type for instance {@code MESSAGE_CREATE}
     * @param why a sentence without content of the event
     */
    record Ignored(String type, String why) implements DiscordMapping {}

    /**
     * A payload that is no event of the platform, or none of this bot.
     *
     * @param field the path of the invalid member; {@code $} for the whole payload
     * @param why the rest of a sentence that begins with the field
     */
    record Unreadable(String field, String why) implements DiscordMapping {}
}
