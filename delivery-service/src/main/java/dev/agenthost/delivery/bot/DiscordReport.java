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
 * Reads the health of a bot at Discord from its <a href="https://docs.discord.com/developers/resources/user#get-current-user">user</a> and its
 * <a href="https://docs.discord.com/developers/resources/application#application-object">application</a>.
 */
public final class DiscordReport {
    /** The switch of the settings for fewer than 100 servers, and the permission of Discord for more. */
    private static final long MEMBERS = 1 << 14 | 1 << 15;

    private static final long CONTENT = 1 << 18 | 1 << 19;
    private static final String REMEDY = " is off. Turn it on: Bot > Privileged Gateway Intents.";

    private DiscordReport() {}

    /** Returns the health of a bot. */
    public static BotHealth of(BotRegistration bot, QueryOutcome account, QueryOutcome application, Instant now) {
        ObjectNode reported = JsonNodeFactory.instance.objectNode();
        List<BotProblem> problems = new ArrayList<>();
        switch (account) {
            case QueryOutcome.Answered(JsonNode me) ->
                reported.put("user_id", BotProblem.cut(me.path("id").asText()))
                        .put("username", BotProblem.cut(me.path("username").asText()));
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        switch (application) {
            case QueryOutcome.Answered(JsonNode answer) -> readApplication(bot, answer, reported, problems);
            case QueryOutcome.Unsuccessful unsuccessful -> problems.add(BotProblem.of(unsuccessful));
        }
        return BotHealth.of(problems.stream().distinct().toList(), reported, now);
    }

    private static void readApplication(
            BotRegistration bot, JsonNode application, ObjectNode reported, List<BotProblem> problems) {
        String id = BotProblem.cut(application.path("id").asText());
        reported.put("application_id", id);
        if (application.path("approximate_guild_count").isIntegralNumber()) {
            reported.put(
                    "guild_count", application.path("approximate_guild_count").asLong());
        }
        String expected = bot.options().path("application_id").asText();
        if (!expected.equals(id)) {
            problems.add(new BotProblem(
                    BotProblem.Code.OTHER_ACCOUNT,
                    "The token is of the application " + id + "; application_id of the bot is " + expected + "."));
        }
        String key = bot.options().path("public_key").asText();
        if (!key.isEmpty()
                && !key.equalsIgnoreCase(application.path("verify_key").asText(key))) {
            problems.add(new BotProblem(
                    BotProblem.Code.OTHER_ACCOUNT, "public_key of the bot is not the Public Key of the application."));
        }
        if (bot.receivesBy(BotRegistration.WEBHOOK)) {
            readAddress(application, problems);
        } else {
            readIntents(application.path("flags").asLong(), problems);
        }
    }

    private static void readAddress(JsonNode application, List<BotProblem> problems) {
        if (application.path("interactions_endpoint_url").asText("").isEmpty()) {
            problems.add(new BotProblem(
                    BotProblem.Code.WEBHOOK_MISSING,
                    "The application has no Interactions Endpoint URL, so no interaction arrives."));
        }
    }

    /** The host asks for both; without its switch, Discord closes the connection. */
    private static void readIntents(long flags, List<BotProblem> problems) {
        if ((flags & CONTENT) == 0) {
            problems.add(new BotProblem(BotProblem.Code.INTENT_MISSING, "Message Content Intent" + REMEDY));
        }
        if ((flags & MEMBERS) == 0) {
            problems.add(new BotProblem(BotProblem.Code.INTENT_MISSING, "Server Members Intent" + REMEDY));
        }
    }
}
