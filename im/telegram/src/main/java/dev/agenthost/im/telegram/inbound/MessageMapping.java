package dev.agenthost.im.telegram.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.EventTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps messages and posts, new and edited (<a href="https://core.telegram.org/bots/api#message">Message</a>). */
final class MessageMapping {
    static final String EDITED = "message.edited";

    private MessageMapping() {}

    static UpdateMapping received(TelegramUpdate update) {
        return mapped(update, EventTypes.MESSAGE_RECEIVED, "date");
    }

    static UpdateMapping edited(TelegramUpdate update) {
        return mapped(update, EDITED, "edit_date");
    }

    private static UpdateMapping mapped(TelegramUpdate update, String eventType, String time) {
        TelegramObject message = update.content();
        TelegramChat chat = TelegramChat.of(message.object("chat"));
        Long messageId = message.number("message_id");
        if (chat == null) {
            return update.without("chat", "a chat with an integer id and a type");
        }
        if (messageId == null) {
            return update.without("message_id", "an integer");
        }
        if (update.bot().isUser(message.object("from"))) {
            return update.ignored("The message is the bot's own.");
        }
        if (!MessageContent.isOfPerson(message)) {
            return MessageContent.service(message)
                    .map(member -> ServiceMessages.mapped(update.closer(member), member, chat))
                    .orElseGet(() -> update.ignored("The message has no content."));
        }
        List<TelegramFile> files = TelegramFiles.of(message);
        String text = MessageContent.text(message);
        EventBody event = EventBody.of(update, eventType)
                .in(chat, TelegramThread.of(message), messageId)
                .at(message.number(time))
                .by(TelegramActors.sender(message))
                .about("message", messageId)
                .saying(text);
        addFacts(event.data(), update.bot(), message, text);
        addFiles(event.data(), files);
        return event.event(files, null);
    }

    private static void addFacts(ObjectNode data, BotIdentity bot, TelegramObject message, @Nullable String text) {
        MessageEntities entities = MessageEntities.of(text == null ? "" : text, MessageContent.entities(message), bot);
        TelegramObject original = message.object("reply_to_message");
        boolean answersBot = original != null && bot.isUser(original.object("from"));
        data.put("is_mentioned", entities.namesBot() || answersBot);
        entities.addTo(data);
        MessageContent.addFacts(message, data);
        MessageOrigin.addReply(message, data);
        MessageOrigin.addForward(message, data);
        String album = message.text("media_group_id");
        if (album != null) {
            data.put("media_group_id", album);
        }
    }

    private static void addFiles(ObjectNode data, List<TelegramFile> files) {
        for (TelegramFile file : files) {
            ObjectNode fact = data.withArrayProperty("files").addObject();
            fact.put("kind", file.kind()).put("file_id", file.fileId()).put("file_unique_id", file.uniqueId());
            if (file.mimeType() != null) {
                fact.put("mime_type", file.mimeType());
            }
            if (file.name() != null) {
                fact.put("name", file.name());
            }
            if (file.size() != null) {
                fact.put("size", file.size());
            }
        }
    }
}
