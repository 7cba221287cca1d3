package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The call of {@code answerCallbackQuery} in the response to a pressed button, which waits for it
 * (https://core.telegram.org/bots/api#answercallbackquery). A refusal is shown to the person, in English or Chinese.
 */
final class PressReply {
    private static final Map<Outcome, String> ENGLISH = Map.of(
            Outcome.UNKNOWN, "This question no longer exists.",
            Outcome.NOT_ASKED, "This question is for someone else.",
            Outcome.ANSWERED, "This question has already been answered.",
            Outcome.EXPIRED, "This question has expired.");
    private static final Map<Outcome, String> CHINESE = Map.of(
            Outcome.UNKNOWN, "这个问题已不存在。",
            Outcome.NOT_ASKED, "这个问题是问别人的。",
            Outcome.ANSWERED, "这个问题已经有人回答了。",
            Outcome.EXPIRED, "这个问题已过期。");

    private static final String AGAIN_ENGLISH = "The answer could not be accepted. Please press again.";
    private static final String AGAIN_CHINESE = "暂时无法接受回答，请再按一次。";

    private PressReply() {}

    /** Returns the call that asks the person to press again. */
    static ObjectNode again(String callbackQueryId, @Nullable String language) {
        return of(callbackQueryId)
                .put("text", isChinese(language) ? AGAIN_CHINESE : AGAIN_ENGLISH)
                .put("show_alert", true);
    }

    private static boolean isChinese(@Nullable String language) {
        return language != null && language.startsWith("zh");
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
        ObjectNode call = of(callbackQueryId);
        Map<Outcome, String> texts = isChinese(language) ? CHINESE : ENGLISH;
        if (texts.containsKey(outcome)) {
            call.put("text", texts.get(outcome)).put("show_alert", true);
        }
        return call;
    }
}
