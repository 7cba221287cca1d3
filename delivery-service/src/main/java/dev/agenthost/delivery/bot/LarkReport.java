package dev.agenthost.delivery.bot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads the health of a bot at Lark from its information (https://open.larkoffice.com/document/ukTMukTMukTM/uAjMxEjLwITMx4CMyETM.md). */
public final class LarkReport {
    private static final int ACTIVE = 2;

    private LarkReport() {}

    /** Returns the health of a bot. */
    public static BotHealth of(BotRegistration bot, QueryOutcome info, Instant now) {
        ObjectNode reported = JsonNodeFactory.instance.objectNode();
        List<BotProblem> problems = new ArrayList<>();
        switch (info) {
            case QueryOutcome.Answered(JsonNode answer) -> read(bot, answer.path("bot"), reported, problems);
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        return BotHealth.of(problems, reported, now);
    }

    private static void read(BotRegistration bot, JsonNode app, ObjectNode reported, List<BotProblem> problems) {
        int status = app.path("activate_status").asInt(-1);
        String openId = BotProblem.cut(app.path("open_id").asText());
        String expected = bot.options().path("open_id").asText();
        reported.put("open_id", openId)
                .put("app_name", BotProblem.cut(app.path("app_name").asText()))
                .put("activate_status", status);
        if (!expected.isEmpty() && !expected.equals(openId)) {
            problems.add(new BotProblem(
                    BotProblem.Code.OTHER_ACCOUNT,
                    "The app is the bot " + openId + "; open_id of the bot is " + expected + "."));
        }
        if (status != ACTIVE) {
            problems.add(new BotProblem(BotProblem.Code.OFFLINE, "The app is not active: " + words(status) + "."));
        }
    }

    private static String words(int status) {
        return switch (status) {
            case 0 -> "it is not installed";
            case 1 -> "the tenant has disabled it";
            case 3 -> "it is installed and not enabled";
            case 4 -> "an upgrade is not enabled";
            case 5 -> "its license has expired";
            case 6 -> "the plan of the tenant has expired";
            default -> "activate_status " + status;
        };
    }
}
