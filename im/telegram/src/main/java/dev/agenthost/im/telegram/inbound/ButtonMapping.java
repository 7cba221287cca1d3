package dev.agenthost.im.telegram.inbound;

import dev.agenthost.protocol.event.EventTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps presses of inline buttons (<a href="https://core.telegram.org/bots/api#callbackquery">CallbackQuery</a>). */
final class ButtonMapping {

    private ButtonMapping() {}

    static UpdateMapping mapped(TelegramUpdate update) {
        TelegramObject press = update.content();
        String id = press.text("id");
        if (id == null) {
            return update.without("id", "a text");
        }
        EventBody event =
                EventBody.of(update, EventTypes.PLATFORM_SPECIFIC).by(TelegramActors.user(press.object("from")));
        addMessage(event, press.object("message"));
        String data = press.text("data");
        if (data != null) {
            event.data().put("button", data);
        }
        return event.event(List.of(), id);
    }

    /** Places the event at the message with the button. A message that the bot cannot read any more has a chat and an id only. */
    private static void addMessage(EventBody event, @Nullable TelegramObject message) {
        TelegramChat chat = message == null ? null : TelegramChat.of(message.object("chat"));
        Long messageId = message == null ? null : message.number("message_id");
        if (message != null && chat != null && messageId != null) {
            event.in(chat, TelegramThread.of(message), messageId).about("message", messageId);
        }
    }
}
