package dev.agenthost.binding.bot;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.bot.BotPlatform;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The secrets and options of the bots of one platform.
 *
 * @param secrets purposes of secrets; each is required
 * @param options the options, each of them optional
 */
record PlatformForm(Set<String> secrets, Map<String, Option> options) {
    /** @param expectation of the value, after "must be" */
    record Option(String expectation, Predicate<JsonNode> accepts) {}

    private static final PlatformForm TELEGRAM = new PlatformForm(
            Set.of("webhook", "token"),
            Map.of(
                    "interrupted_calls",
                            new Option("repeat or leave", value -> Set.of("repeat", "leave")
                                    .contains(value.asText())),
                    "user_id",
                            new Option(
                                    "the id of the bot at Telegram, a positive number",
                                    value -> value.isIntegralNumber()
                                            && value.canConvertToLong()
                                            && value.longValue() > 0),
                    "username",
                            new Option(
                                    "the name of the bot at Telegram without @: 5 to 32 letters, digits and underscores",
                                    value -> value.isTextual()
                                            && value.textValue().matches("[A-Za-z0-9_]{5,32}"))));

    static PlatformForm of(BotPlatform platform) {
        return switch (platform) {
            case TELEGRAM -> TELEGRAM;
        };
    }
}
