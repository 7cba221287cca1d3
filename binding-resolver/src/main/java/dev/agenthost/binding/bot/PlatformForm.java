package dev.agenthost.binding.bot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The secrets and options of the bots of one platform.
 *
 * @param secrets purposes of secrets
 * @param optional those of the purposes that a bot with the option {@code receive=polling} may omit: it is not called
 * @param options the options, each of them optional
 */
record PlatformForm(Set<String> secrets, Set<String> optional, Map<String, Option> options) {
    /** @param expectation of the value, after "must be" */
    record Option(String expectation, Predicate<JsonNode> accepts) {}

    private static final PlatformForm TELEGRAM = new PlatformForm(
            Set.of("webhook", "token"),
            Set.of("webhook"),
            Map.of(
                    BotRegistration.RECEIVE,
                    new Option("webhook or polling", value -> Set.of("webhook", BotRegistration.POLLING)
                            .contains(value.asText())),
                    "interrupted_calls",
                    new Option("repeat or leave", value -> Set.of("repeat", "leave")
                            .contains(value.asText())),
                    "user_id",
                    new Option(
                            "the id of the bot at Telegram, a positive number",
                            value -> value.isIntegralNumber() && value.canConvertToLong() && value.longValue() > 0),
                    "username",
                    new Option(
                            "the name of the bot at Telegram without @: 5 to 32 letters, digits and underscores",
                            value -> value.isTextual() && value.textValue().matches("[A-Za-z0-9_]{5,32}"))));

    /** Returns true if the bot may omit the secret of that purpose. */
    boolean isOptional(String purpose, ObjectNode botOptions) {
        return optional.contains(purpose)
                && BotRegistration.POLLING.equals(
                        botOptions.path(BotRegistration.RECEIVE).asText());
    }

    static PlatformForm of(BotPlatform platform) {
        return switch (platform) {
            case TELEGRAM -> TELEGRAM;
        };
    }
}
