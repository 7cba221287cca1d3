package dev.agenthost.binding.bot;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.binding.bot.PlatformForm.Option;
import java.util.Map;
import java.util.Set;

/**
 * The secrets and options of a bot at WeCom, a self-built application: the Secret obtains tokens of the API, the Token signs callbacks and
 * the EncodingAESKey encrypts them.
 *
 * <p>Source: <a href="https://developer.work.weixin.qq.com/document/path/90930">callbacks</a>.
 */
final class WeComForm {
    static final PlatformForm FORM = new PlatformForm(
            Set.of("token", "webhook", "encryption"),
            Map.of(),
            Map.of(
                    PlatformForm.OPERATORS,
                    PlatformForm.OPERATOR_IDS,
                    "agent_id",
                    new Option("the AgentId of the application, a positive number", WeComForm::isAgent),
                    "api_url",
                    new Option(
                            "the address of the API, http or https, without user, query and fragment",
                            value -> value.isTextual() && PlatformForm.isAddress(value.textValue())),
                    "corp_id",
                    new Option(
                            "the CorpID of the company: letters, digits, dashes and underscores",
                            value -> value.isTextual() && value.textValue().matches("[A-Za-z0-9_-]{4,64}")),
                    "interrupted_calls",
                    PlatformForm.INTERRUPTED_CALLS),
            Map.of("agent_id", chosen -> true, "corp_id", chosen -> true));

    private WeComForm() {}

    private static boolean isAgent(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToInt() && value.intValue() > 0;
    }
}
