package dev.agenthost.binding.bot;

import dev.agenthost.binding.bot.PlatformForm.Option;
import java.util.Map;
import java.util.Set;

/**
 * The secrets and options of a bot at LINE, a channel of the Messaging API: the channel access token calls the API, and the channel secret
 * signs webhooks.
 *
 * <p>Source: <a href="https://developers.line.biz/en/reference/messaging-api/">Messaging API reference</a>.
 */
final class LineForm {
    static final PlatformForm FORM = new PlatformForm(
            Set.of("token", "webhook"),
            Map.of(),
            Map.of(
                    PlatformForm.OPERATORS,
                    PlatformForm.OPERATOR_IDS,
                    "api_url",
                    address("the address of the API"),
                    "data_url",
                    address("the address of the API for files"),
                    "user_id",
                    new Option(
                            "the user id of the bot: U and 32 hexadecimal digits, lower case",
                            value -> value.isTextual() && value.textValue().matches("U[0-9a-f]{32}")),
                    "interrupted_calls",
                    PlatformForm.INTERRUPTED_CALLS),
            Map.of());

    private LineForm() {}

    private static Option address(String meaning) {
        return new Option(
                meaning + ", http or https, without user, query and fragment",
                value -> value.isTextual() && PlatformForm.isAddress(value.textValue()));
    }
}
