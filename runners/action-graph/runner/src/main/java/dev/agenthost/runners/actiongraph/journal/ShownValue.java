package dev.agenthost.runners.actiongraph.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.result.TextLimiter;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A value as a person is shown it. What looks like a secret is left out: members with such a name, and keys of usual forms inside of a text.
 * (Secrets of the host are in no value, because it adds them to a call itself.) Long texts are shortened, so that none hides the members
 * after it.
 */
final class ShownValue {
    private static final String HIDDEN = "(not shown: secret)";
    /** Most characters of one text. */
    private static final int MAX_TEXT = 500;

    private static final Set<String> NAMES = Set.of(
            "password",
            "passwd",
            "passphrase",
            "secret",
            "token",
            "apikey",
            "accesskey",
            "privatekey",
            "authorization",
            "cookie",
            "credential",
            "credentials");
    private static final Pattern KEY =
            Pattern.compile("(?i)\\bbearer\\s+[^\\s\"',;)]{8,}|\\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,}");

    private ShownValue() {}

    /** The text without keys. */
    static String withoutKeys(String text) {
        return KEY.matcher(text).replaceAll(HIDDEN);
    }

    static JsonNode of(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode shown = object.objectNode();
                object.properties()
                        .forEach(member -> shown.set(
                                member.getKey(),
                                isSecret(member.getKey())
                                        ? JsonNodeFactory.instance.textNode(HIDDEN)
                                        : of(member.getValue())));
                yield shown;
            }
            case ArrayNode array -> {
                ArrayNode shown = array.arrayNode();
                array.forEach(element -> shown.add(of(element)));
                yield shown;
            }
            default ->
                value.isTextual()
                        ? JsonNodeFactory.instance.textNode(shortened(withoutKeys(value.textValue())))
                        : value;
        };
    }

    private static boolean isSecret(String name) {
        String word = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        return NAMES.stream().anyMatch(word::endsWith);
    }

    private static String shortened(String text) {
        return text.length() <= MAX_TEXT
                ? text
                : TextLimiter.characters(text, MAX_TEXT) + " [not shown: " + (text.length() - MAX_TEXT + 1)
                        + " more characters]";
    }
}
