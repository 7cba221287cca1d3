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
 * Reads the health of a bot at LINE from its <a href="https://developers.line.biz/en/reference/messaging-api/#get-bot-info">account</a> and its
 * <a href="https://developers.line.biz/en/reference/messaging-api/#get-webhook-endpoint-information">webhook</a>.
 */
public final class LineReport {
    /** The refusal for a channel without the address of a webhook. */
    private static final int NO_WEBHOOK = 404;

    private LineReport() {}

    /** Returns the health of a bot. */
    public static BotHealth of(BotRegistration bot, QueryOutcome account, QueryOutcome webhook, Instant now) {
        ObjectNode reported = JsonNodeFactory.instance.objectNode();
        List<BotProblem> problems = new ArrayList<>();
        switch (account) {
            case QueryOutcome.Answered(JsonNode answer) -> readAccount(bot, answer, reported, problems);
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        switch (webhook) {
            case QueryOutcome.Answered(JsonNode answer) -> {
                boolean isActive = answer.path("active").asBoolean();
                reported.put("webhook_set", true).put("webhook_active", isActive);
                if (!isActive) {
                    problems.add(new BotProblem(
                            BotProblem.Code.WEBHOOK_MISSING,
                            "Use webhook is off, so no event arrives. Turn it on: Messaging API > Webhook settings."));
                }
            }
            case QueryOutcome.Refused(int code, String description)
            when code == NO_WEBHOOK -> {
                reported.put("webhook_set", false);
                problems.add(new BotProblem(
                        BotProblem.Code.WEBHOOK_MISSING, "The channel has no Webhook URL, so no event arrives."));
            }
            case QueryOutcome.Unsuccessful unsuccessful -> add(BotProblem.of(unsuccessful), problems);
        }
        return BotHealth.of(problems, reported, now);
    }

    private static void readAccount(
            BotRegistration bot, JsonNode account, ObjectNode reported, List<BotProblem> problems) {
        String userId = BotProblem.cut(account.path("userId").asText());
        reported.put("user_id", userId)
                .put("basic_id", BotProblem.cut(account.path("basicId").asText()))
                .put("display_name", BotProblem.cut(account.path("displayName").asText()))
                .put("chat_mode", BotProblem.cut(account.path("chatMode").asText()));
        String expected = bot.options().path("user_id").asText();
        if (!expected.isEmpty() && !expected.equals(userId)) {
            problems.add(new BotProblem(
                    BotProblem.Code.OTHER_ACCOUNT,
                    "The token is of the bot " + userId + "; user_id of the bot is " + expected + "."));
        }
    }

    /** Both calls have one problem with one token; their words differ by the id of the request alone. */
    private static void add(BotProblem problem, List<BotProblem> problems) {
        if (problems.stream().noneMatch(other -> other.code() == problem.code())) {
            problems.add(problem);
        }
    }
}
