package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of an update. */
public sealed interface UpdateMapping {

    /**
     * An event.
     *
     * @param body the envelope form that an adapter sends (docs/events.md)
     * @param files files of the message, which Telegram holds
     * @param callbackQueryId the pressed button, which waits for {@code answerCallbackQuery}; null for other events
     */
    record Event(
            ObjectNode body,
            List<TelegramFile> files,
            @Nullable String callbackQueryId) implements UpdateMapping {
        public Event {
            files = List.copyOf(files);
        }
    }

    /**
     * A valid update that is no event. It is acknowledged.
     *
     * @param updateType the name of its member in the Bot API, for instance {@code message.left_chat_member}
     * @param why a sentence without content of the update
     */
    record Ignored(String updateType, String why) implements UpdateMapping {}

    /**
     * Something that is no update of the Bot API.
     *
     * @param field the path of the invalid member; {@code $} for the whole body
     * @param why the rest of a sentence that begins with the field
     */
    record Unreadable(String field, String why) implements UpdateMapping {}
}
