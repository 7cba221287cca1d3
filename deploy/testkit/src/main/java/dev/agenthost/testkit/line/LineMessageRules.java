package dev.agenthost.testkit.line;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The limits of message objects (https://developers.line.biz/en/reference/messaging-api/#message-objects): texts, and bubbles with buttons.
 * Assumed: the words of an error that the reference has no example of, and a text of white space alone is empty. Graphemes of labels are
 * counted as UTF-16 units, which are as many or more (.../docs/messaging-api/text-character-count/).
 */
final class LineMessageRules {
    private static final int MOST_MESSAGES = 5;
    private static final int LONGEST_TEXT = 5_000;
    private static final int LONGEST_ALTERNATIVE = 1_500;
    private static final int LARGEST_BUBBLE = 30 * 1_000;
    private static final int LONGEST_LABEL = 40;
    private static final int LONGEST_DATA = 300;

    private final List<String> errors = new ArrayList<>();

    private LineMessageRules() {}

    /** @throws LineRefusal with each error */
    static void check(JsonNode messages) {
        LineMessageRules rules = new LineMessageRules();
        if (!messages.isArray() || messages.isEmpty() || messages.size() > MOST_MESSAGES) {
            rules.errors.add("messages Size must be between 1 and 5");
        }
        for (int i = 0; i < messages.size(); i++) {
            rules.message("messages[" + i + "]", messages.path(i));
        }
        if (!rules.errors.isEmpty()) {
            throw LineRefusal.ofBody(rules.errors);
        }
    }

    private void message(String at, JsonNode message) {
        switch (message.path("type").asText()) {
            case "text" -> text(at + ".text", message.path("text"), LONGEST_TEXT);
            case LineMessage.FLEX -> {
                text(at + ".altText", message.path("altText"), LONGEST_ALTERNATIVE);
                bubble(at + ".contents", message.path("contents"));
            }
            default -> errors.add(at + ".type Must be one of the following values: [text, flex]");
        }
    }

    private void bubble(String at, JsonNode bubble) {
        if (!bubble.path("type").asText().equals("bubble")) {
            errors.add(at + ".type Must be one of the following values: [bubble]");
        }
        if (bubble.toString().getBytes(StandardCharsets.UTF_8).length > LARGEST_BUBBLE) {
            errors.add(at + " Must be at most 30 KB");
        }
        box(at + ".body", bubble.path("body"));
        box(at + ".footer", bubble.path("footer"));
    }

    private void box(String at, JsonNode box) {
        if (!box.path("type").asText().equals("box")
                || !box.path("layout").asText().equals("vertical")
                || !box.path("contents").isArray()) {
            errors.add(at + " Must be a box");
        }
        for (JsonNode component : box.path("contents")) {
            switch (component.path("type").asText()) {
                case "text" -> text(at + ".text", component.path("text"), LONGEST_TEXT);
                case "button" -> action(at + ".action", component.path("action"));
                default -> errors.add(at + ".type Must be one of the following values: [text, button]");
            }
        }
    }

    private void action(String at, JsonNode action) {
        if (!action.path("type").asText().equals("postback")) {
            errors.add(at + ".type Must be one of the following values: [postback]");
        }
        text(at + ".label", action.path("label"), LONGEST_LABEL);
        text(at + ".data", action.path("data"), LONGEST_DATA);
        text(at + ".displayText", action.path("displayText"), LONGEST_DATA);
    }

    private void text(String at, JsonNode text, int most) {
        if (text.asText().isBlank()) {
            errors.add(at + " May not be empty");
        } else if (text.asText().length() > most) {
            errors.add(at + " Length must be between 0 and " + most);
        }
    }
}
