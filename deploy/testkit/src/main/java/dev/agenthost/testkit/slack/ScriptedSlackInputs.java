package dev.agenthost.testkit.slack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;

/** The rules of {@link ScriptedSlackViews} for input blocks (https://docs.slack.dev/reference/block-kit/blocks/input-block). */
final class ScriptedSlackInputs {
    private ScriptedSlackInputs() {}

    /** https://docs.slack.dev/reference/block-kit/composition-objects/text-object: at least one character. */
    static boolean isText(JsonNode text, int most) {
        String words = text.path("text").asText();
        return text.path("type").asText().equals("plain_text") && !words.isEmpty() && words.length() <= most;
    }

    static boolean isInput(JsonNode block) {
        return isText(block.path("label"), 2000)
                && isOptionalText(block.path("hint"), 2000)
                && isElement(block.path("element"));
    }

    private static boolean isOptionalText(JsonNode text, int most) {
        return text.isMissingNode() || isText(text, most);
    }

    private static boolean isElement(JsonNode element) {
        boolean isKind =
                switch (element.path("type").asText()) {
                    // https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
                    // (assumed: the initial value is bounded as the value is)
                    case "plain_text_input" ->
                        element.path("initial_value").asText().length() <= 3000;
                    // https://docs.slack.dev/reference/block-kit/block-elements/number-input-element
                    case "number_input" ->
                        element.path("is_decimal_allowed").isBoolean()
                                && (!element.has("initial_value")
                                        || element.path("initial_value").isTextual());
                    // https://docs.slack.dev/reference/block-kit/block-elements/checkboxes-element
                    case "checkboxes" ->
                        areOptions(element.path("options"), 10)
                                && areInitial(element.path("initial_options"), element)
                                && !element.has("placeholder");
                    // https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element
                    case "static_select" ->
                        areOptions(element.path("options"), 100)
                                && (!element.has("initial_option")
                                        || isOffered(element.path("initial_option"), element));
                    // https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element
                    case "multi_static_select" ->
                        areOptions(element.path("options"), 100)
                                && areInitial(element.path("initial_options"), element);
                    default -> false;
                };
        return isKind
                && element.path("action_id").asText().length() <= 255
                && isOptionalText(element.path("placeholder"), 150);
    }

    /** https://docs.slack.dev/reference/block-kit/composition-objects/option-object; that values differ is assumed. */
    private static boolean areOptions(JsonNode options, int most) {
        Set<String> values = new HashSet<>();
        return !options.isEmpty()
                && options.size() <= most
                && options.valueStream()
                        .allMatch(option -> isText(option.path("text"), 75)
                                && isOptionalText(option.path("description"), 75)
                                && !option.path("value").asText().isEmpty()
                                && option.path("value").asText().length() <= 150
                                && values.add(option.path("value").asText()));
    }

    private static boolean areInitial(JsonNode initial, JsonNode element) {
        return initial.isMissingNode()
                || !initial.isEmpty() && initial.valueStream().allMatch(option -> isOffered(option, element));
    }

    /** An initial option exactly matches one of the options. */
    private static boolean isOffered(JsonNode option, JsonNode element) {
        return element.path("options").valueStream().anyMatch(option::equals);
    }
}
