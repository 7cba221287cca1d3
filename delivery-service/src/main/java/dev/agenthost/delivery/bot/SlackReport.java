package dev.agenthost.delivery.bot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads the health of a bot at Slack from its identity (https://docs.slack.dev/reference/methods/auth.test). */
public final class SlackReport {
    private SlackReport() {}

    /** Returns the health of a bot. */
    public static BotHealth of(BotRegistration bot, QueryOutcome identity, Instant now) {
        ObjectNode reported = JsonNodeFactory.instance.objectNode();
        List<BotProblem> problems = new ArrayList<>();
        switch (identity) {
            case QueryOutcome.Answered(JsonNode answer) -> read(bot, answer, reported, problems);
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        return BotHealth.of(problems, reported, now);
    }

    private static void read(BotRegistration bot, JsonNode answer, ObjectNode reported, List<BotProblem> problems) {
        String team = BotProblem.cut(answer.path("team_id").asText());
        String expected = bot.options().path("team_id").asText();
        reported.put("team_id", team)
                .put("team", BotProblem.cut(answer.path("team").asText()))
                .put("user_id", BotProblem.cut(answer.path("user_id").asText()))
                .put("username", BotProblem.cut(answer.path("user").asText()));
        if (!expected.isEmpty() && !expected.equals(team)) {
            problems.add(new BotProblem(
                    BotProblem.Code.OTHER_ACCOUNT,
                    "The token is of the Slack workspace " + team + "; team_id of the bot is " + expected + "."));
        }
    }
}
