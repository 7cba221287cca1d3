package dev.agenthost.im.telegram.inbound;

import dev.agenthost.protocol.event.EventTypes;
import org.jspecify.annotations.Nullable;

/**
 * Maps updates without a stable name, those of later versions of the Bot API included: {@code platform.specific}, with the chat and the
 * person that the content names. Their other members are in the raw payload of the event only.
 */
final class PlatformEvents {

    private PlatformEvents() {}

    static UpdateMapping mapped(TelegramUpdate update) {
        TelegramObject content = update.content();
        TelegramObject message = content.object("message");
        EventBody event = EventBody.of(update, EventTypes.PLATFORM_SPECIFIC)
                .at(content.number("date"))
                .by(TelegramActors.user(user(content)));
        TelegramChat own = TelegramChat.of(content.object("chat"));
        TelegramChat chat = own != null || message == null ? own : TelegramChat.of(message.object("chat"));
        return (chat == null ? event : event.in(chat)).event();
    }

    private static @Nullable TelegramObject user(TelegramObject content) {
        TelegramObject from = content.object("from");
        return from == null ? content.object("user") : from;
    }
}
