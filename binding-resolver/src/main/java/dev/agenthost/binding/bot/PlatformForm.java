package dev.agenthost.binding.bot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * The secrets and options of the bots of one platform.
 *
 * @param secrets purposes of secrets
 * @param optional those of the purposes that a bot with such options may omit
 * @param options the options
 * @param required those of the options that a bot with such options must have
 */
record PlatformForm(
        Set<String> secrets,
        Map<String, Predicate<ObjectNode>> optional,
        Map<String, Option> options,
        Map<String, Predicate<ObjectNode>> required) {
    /** @param expectation of the value, after "must be" */
    record Option(String expectation, Predicate<JsonNode> accepts) {}

    static final Option INTERRUPTED_CALLS =
            new Option("repeat or leave", value -> Set.of("repeat", "leave").contains(value.asText()));

    /** The persons who may take a conversation over by a command in the chat. */
    static final String OPERATORS = "operators";

    private static final int MOST_OPERATORS = 100;
    private static final int LONGEST_ID = 255;
    static final Option OPERATOR_IDS = new Option(
            "at most " + MOST_OPERATORS + " ids of persons, texts of 1 to " + LONGEST_ID + " characters",
            value -> value.isArray()
                    && value.size() <= MOST_OPERATORS
                    && StreamSupport.stream(value.spliterator(), false)
                            .allMatch(id -> id.isTextual()
                                    && !id.textValue().isBlank()
                                    && id.textValue().length() <= LONGEST_ID));

    private static final PlatformForm TELEGRAM = new PlatformForm(
            Set.of("webhook", "token"),
            // A bot that is polled is not called.
            Map.of("webhook", chosen -> receivesBy(BotRegistration.POLLING, chosen)),
            Map.of(
                    BotRegistration.RECEIVE,
                    receive(BotRegistration.POLLING),
                    "interrupted_calls",
                    INTERRUPTED_CALLS,
                    OPERATORS,
                    OPERATOR_IDS,
                    "user_id",
                    new Option(
                            "the id of the bot at Telegram, a positive number",
                            value -> value.isIntegralNumber() && value.canConvertToLong() && value.longValue() > 0),
                    "username",
                    new Option(
                            "the name of the bot at Telegram without @: 5 to 32 letters, digits and underscores",
                            value -> value.isTextual() && value.textValue().matches("[A-Za-z0-9_]{5,32}"))),
            Map.of());

    private static final PlatformForm ONEBOT = new PlatformForm(
            Set.of("webhook", "token"),
            // Events may arrive over a WebSocket only, whose handshake has the access token.
            Map.of("webhook", chosen -> true),
            Map.of(
                    "api_url",
                    new Option(
                            "the address of the HTTP API, http or https, without user, query and fragment",
                            value -> value.isTextual() && isAddress(value.textValue())),
                    "interrupted_calls",
                    INTERRUPTED_CALLS,
                    OPERATORS,
                    OPERATOR_IDS,
                    "self_id",
                    new Option(
                            "the number of the bot's account, a positive number",
                            value -> value.isIntegralNumber() && value.canConvertToLong() && value.longValue() > 0)),
            Map.of());

    private static final PlatformForm LARK = new PlatformForm(
            Set.of("webhook", "token"),
            // Frames of a connection are neither signed nor encrypted.
            Map.of("webhook", chosen -> receivesBy(BotRegistration.CONNECTION, chosen)),
            Map.of(
                    BotRegistration.RECEIVE,
                    receive(BotRegistration.CONNECTION),
                    OPERATORS,
                    OPERATOR_IDS,
                    "app_id",
                    new Option(
                            "the App ID: cli_ and letters and digits",
                            value -> value.isTextual() && value.textValue().matches("cli_[A-Za-z0-9]{1,60}")),
                    "api_url",
                    new Option(
                            "the address of the Open Platform, http or https, without user, query and fragment",
                            value -> value.isTextual() && isAddress(value.textValue())),
                    "interrupted_calls",
                    INTERRUPTED_CALLS,
                    "open_id",
                    new Option(
                            "the open_id of the bot: ou_ and letters and digits",
                            value -> value.isTextual() && value.textValue().matches("ou_[A-Za-z0-9]{1,60}"))),
            Map.of("app_id", chosen -> true));

    private static final PlatformForm SLACK = new PlatformForm(
            Set.of("webhook", "token", "app"),
            // Messages of a connection are not signed; the app-level token opens connections and nothing else.
            Map.of(
                    "webhook",
                    chosen -> receivesBy(BotRegistration.CONNECTION, chosen),
                    "app",
                    chosen -> !receivesBy(BotRegistration.CONNECTION, chosen)),
            Map.of(
                    BotRegistration.RECEIVE,
                    receive(BotRegistration.CONNECTION),
                    OPERATORS,
                    OPERATOR_IDS,
                    "app_id",
                    new Option(
                            "the App ID: A, and upper-case letters and digits",
                            value -> value.isTextual() && value.textValue().matches("A[A-Z0-9]{1,30}")),
                    "api_url",
                    new Option(
                            "the address of the Web API, http or https, without user, query and fragment",
                            value -> value.isTextual() && isAddress(value.textValue())),
                    "interrupted_calls",
                    INTERRUPTED_CALLS,
                    "team_id",
                    new Option(
                            "the id of the Slack workspace: T, and upper-case letters and digits",
                            value -> value.isTextual() && value.textValue().matches("T[A-Z0-9]{1,30}"))),
            Map.of("app_id", chosen -> true));

    private static final PlatformForm DISCORD = new PlatformForm(
            Set.of("token"),
            Map.of(),
            Map.of(
                    BotRegistration.RECEIVE,
                    receive(BotRegistration.CONNECTION),
                    OPERATORS,
                    OPERATOR_IDS,
                    "api_url",
                    new Option(
                            "the address of the API with its version, http or https, without user, query and fragment",
                            value -> value.isTextual() && isAddress(value.textValue())),
                    "application_id",
                    new Option("the Application ID, a text of 15 to 20 digits", PlatformForm::isSnowflake),
                    "guild_id",
                    new Option("the id of a server, a text of 15 to 20 digits", PlatformForm::isSnowflake),
                    "interrupted_calls",
                    INTERRUPTED_CALLS,
                    "public_key",
                    new Option(
                            "the Public Key of the application, 64 hexadecimal digits",
                            value -> value.isTextual() && value.textValue().matches("[0-9A-Fa-f]{64}"))),
            // Interactions that arrive by HTTP are signed with the key of the application.
            Map.of(
                    "application_id",
                    chosen -> true,
                    "public_key",
                    chosen -> receivesBy(BotRegistration.WEBHOOK, chosen)));

    private static final PlatformForm DINGTALK = new PlatformForm(
            Set.of("token"),
            Map.of(),
            Map.of(
                    BotRegistration.RECEIVE,
                    receive(BotRegistration.CONNECTION),
                    OPERATORS,
                    OPERATOR_IDS,
                    "api_url",
                    new Option(
                            "the address of the API, http or https, without user, query and fragment",
                            value -> value.isTextual() && isAddress(value.textValue())),
                    "card_template_id",
                    new Option(
                            "the id of a card template: letters, digits and dashes, and .schema at the end",
                            value -> value.isTextual() && value.textValue().matches("[A-Za-z0-9-]{1,80}\\.schema")),
                    "client_id",
                    new Option("the Client ID (AppKey): letters and digits", PlatformForm::isDingTalkName),
                    "corp_id",
                    new Option("the CorpId of an organization: letters and digits", PlatformForm::isDingTalkName),
                    "interrupted_calls",
                    INTERRUPTED_CALLS,
                    "robot_code",
                    new Option("the RobotCode: letters and digits", PlatformForm::isDingTalkName)),
            Map.of("client_id", chosen -> true));

    private static final Set<String> FIELDS =
            Set.of("text", "conversation_id", "event_id", "event_type", "actor_id", "actor_name");

    private static final PlatformForm GENERIC = new PlatformForm(
            Set.of("webhook"),
            Map.of(),
            Map.of(
                    "signature",
                    new Option("agenthost, github or standard", value -> Set.of("agenthost", "github", "standard")
                            .contains(value.asText())),
                    "fields",
                    new Option(
                            "an object of JSON Pointers with text, and possibly "
                                    + String.join(", ", new TreeSet<>(FIELDS)),
                            PlatformForm::areFields)),
            Map.of());

    private static final int MOST_TEXTS = 10;
    private static final int LONGEST_POINTER = 255;
    private static final int LONGEST_ADDRESS = 2048;

    private static Option receive(String way) {
        return new Option("webhook or " + way, value -> Set.of("webhook", way).contains(value.asText()));
    }

    private static boolean receivesBy(String way, ObjectNode botOptions) {
        return way.equals(botOptions.path(BotRegistration.RECEIVE).asText());
    }

    private static boolean isDingTalkName(JsonNode value) {
        return value.isTextual() && value.textValue().matches("[A-Za-z0-9]{4,64}");
    }

    private static boolean isSnowflake(JsonNode value) {
        return value.isTextual() && value.textValue().matches("[0-9]{15,20}");
    }

    /** Returns true if a bot with such options must have that one. */
    boolean isRequired(String option, ObjectNode botOptions) {
        Predicate<ObjectNode> mustHave = required.get(option);
        return mustHave != null && mustHave.test(botOptions);
    }

    /** Returns true if the bot may omit the secret of that purpose. */
    boolean isOptional(String purpose, ObjectNode botOptions) {
        Predicate<ObjectNode> mayOmit = optional.get(purpose);
        return mayOmit != null && mayOmit.test(botOptions);
    }

    static PlatformForm of(BotPlatform platform) {
        return switch (platform) {
            case TELEGRAM -> TELEGRAM;
            case ONEBOT -> ONEBOT;
            case LARK -> LARK;
            case SLACK -> SLACK;
            case DISCORD -> DISCORD;
            case DINGTALK -> DINGTALK;
            case WECOM -> WeComForm.FORM;
            case LINE -> LineForm.FORM;
            case GENERIC -> GENERIC;
        };
    }

    /** The text may have several pointers, one for each line. */
    private static boolean areFields(JsonNode value) {
        JsonNode text = value.path("text");
        boolean isText = text.isArray()
                ? !text.isEmpty()
                        && text.size() <= MOST_TEXTS
                        && StreamSupport.stream(text.spliterator(), false).allMatch(PlatformForm::isPointer)
                : isPointer(text);
        return isText
                && value.properties().stream()
                        .allMatch(field -> field.getKey().equals("text")
                                || FIELDS.contains(field.getKey()) && isPointer(field.getValue()));
    }

    private static boolean isPointer(JsonNode value) {
        return value.isTextual()
                && value.textValue().startsWith("/")
                && value.textValue().length() <= LONGEST_POINTER;
    }

    static boolean isAddress(String text) {
        try {
            URI address = new URI(text);
            String scheme = String.valueOf(address.getScheme());
            return (scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
                    && address.getHost() != null
                    && address.getRawUserInfo() == null
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null
                    && text.length() <= LONGEST_ADDRESS;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
