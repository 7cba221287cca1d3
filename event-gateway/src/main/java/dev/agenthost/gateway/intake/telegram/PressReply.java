package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.PressNotice;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The call of {@code answerCallbackQuery} in the response to a pressed button, which waits for it
 * (https://core.telegram.org/bots/api#answercallbackquery). A refusal is shown to the person, in English or Chinese.
 */
final class PressReply {

    private PressReply() {}

    /** Returns the call that asks the person to press again. */
    static ObjectNode again(String callbackQueryId, @Nullable String language) {
        return showing(PressNotice.AGAIN, callbackQueryId, language);
    }

    /** Returns the call without a text. */
    static ObjectNode of(String callbackQueryId) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("method", "answerCallbackQuery")
                .put("callback_query_id", callbackQueryId);
    }

    /** @param language IETF tag of the person's language; null if it is unknown */
    static ObjectNode of(String callbackQueryId, Outcome outcome, @Nullable String language) {
        return PressNotice.of(outcome)
                .map(notice -> showing(notice, callbackQueryId, language))
                .orElseGet(() -> of(callbackQueryId));
    }

    private static ObjectNode showing(PressNotice notice, String callbackQueryId, @Nullable String language) {
        boolean isChinese = language != null && language.startsWith("zh");
        return of(callbackQueryId)
                .put("text", isChinese ? notice.chinese() : notice.english())
                .put("show_alert", true);
    }
}
