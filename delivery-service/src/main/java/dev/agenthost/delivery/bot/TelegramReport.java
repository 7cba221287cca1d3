package dev.agenthost.delivery.bot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the health of a bot at Telegram from <a href="https://core.telegram.org/bots/api#getme">getMe</a> and
 * <a href="https://core.telegram.org/bots/api#webhookinfo">getWebhookInfo</a>.
 */
public final class TelegramReport {
    private TelegramReport() {}

    /** Returns the health of a bot. The last error of the webhook is a problem while updates wait: Telegram never clears it. */
    public static BotHealth of(BotRegistration bot, QueryOutcome account, QueryOutcome webhook, Instant now) {
        ObjectNode reported = JsonNodeFactory.instance.objectNode();
        List<BotProblem> problems = new ArrayList<>();
        switch (account) {
            case QueryOutcome.Answered(JsonNode me) -> readAccount(bot, me, reported, problems);
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        switch (webhook) {
            case QueryOutcome.Answered(JsonNode info) -> readWebhook(bot, info, reported, problems);
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        return BotHealth.of(problems.stream().distinct().toList(), reported, now);
    }

    private static void readAccount(BotRegistration bot, JsonNode me, ObjectNode reported, List<BotProblem> problems) {
        JsonNode options = bot.options();
        String username = BotProblem.cut(me.path("username").asText());
        long id = me.path("id").asLong();
        reported.put("user_id", id).put("username", username);
        boolean isOther = options.has("user_id") && options.path("user_id").asLong() != id
                || options.has("username") && !options.path("username").asText().equalsIgnoreCase(username);
        if (isOther) {
            problems.add(new BotProblem(
                    BotProblem.Code.OTHER_ACCOUNT,
                    "The token is of " + username + " with the id " + id
                            + "; the options of the bot name another one."));
        }
    }

    private static void readWebhook(
            BotRegistration bot, JsonNode info, ObjectNode reported, List<BotProblem> problems) {
        boolean isSet = !info.path("url").asText().isEmpty();
        long waiting = info.path("pending_update_count").asLong();
        String error = BotProblem.cut(info.path("last_error_message").asText());
        reported.put("webhook_set", isSet).put("pending_update_count", waiting);
        if (!error.isEmpty()) {
            reported.put("last_error_message", error);
        }
        if (info.path("last_error_date").canConvertToInt()) {
            reported.put(
                    "last_error_at",
                    Instant.ofEpochSecond(info.path("last_error_date").asInt()).toString());
        }
        if (isSet && bot.isPolled()) {
            problems.add(new BotProblem(
                    BotProblem.Code.WEBHOOK_SET, "A webhook is set, so no update can be fetched. Call deleteWebhook."));
        }
        if (!isSet && !bot.isPolled()) {
            problems.add(new BotProblem(
                    BotProblem.Code.WEBHOOK_MISSING, "No webhook is set, so no update arrives. Call setWebhook."));
        }
        if (isSet && waiting > 0 && !error.isEmpty()) {
            problems.add(new BotProblem(BotProblem.Code.WEBHOOK_FAILING, error));
        }
    }
}
