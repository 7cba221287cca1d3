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
 * Reads the health of a bot by OneBot from {@code get_login_info} and {@code get_status}
 * (https://github.com/botuniverse/onebot-11/blob/master/api/public.md).
 */
public final class OneBotReport {
    private OneBotReport() {}

    /** Returns the health of a bot. A null {@code online} is no problem: the implementation does not know it. */
    public static BotHealth of(BotRegistration bot, QueryOutcome account, QueryOutcome state, Instant now) {
        ObjectNode reported = JsonNodeFactory.instance.objectNode();
        List<BotProblem> problems = new ArrayList<>();
        switch (account) {
            case QueryOutcome.Answered(JsonNode login) -> readAccount(bot, login, reported, problems);
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        switch (state) {
            case QueryOutcome.Answered(JsonNode status) -> readState(status, reported, problems);
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        return BotHealth.of(problems.stream().distinct().toList(), reported, now);
    }

    private static void readAccount(
            BotRegistration bot, JsonNode login, ObjectNode reported, List<BotProblem> problems) {
        long id = login.path("user_id").asLong();
        JsonNode selfId = bot.options().path("self_id");
        reported.put("user_id", id);
        if (selfId.isIntegralNumber() && selfId.asLong() != id) {
            problems.add(new BotProblem(
                    BotProblem.Code.OTHER_ACCOUNT,
                    "The implementation is logged in as " + id + "; self_id of the bot is " + selfId.asLong() + "."));
        }
    }

    private static void readState(JsonNode status, ObjectNode reported, List<BotProblem> problems) {
        JsonNode online = status.path("online");
        JsonNode good = status.path("good");
        if (online.isBoolean()) {
            reported.put("online", online.booleanValue());
        }
        if (good.isBoolean()) {
            reported.put("good", good.booleanValue());
        }
        if (online.isBoolean() && !online.booleanValue()) {
            problems.add(new BotProblem(BotProblem.Code.OFFLINE, "The account is not online."));
        }
        if (good.isBoolean() && !good.booleanValue()) {
            problems.add(new BotProblem(
                    BotProblem.Code.NOT_GOOD, "The implementation reports that it does not work as it should."));
        }
    }
}
