package dev.agenthost.testkit.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** The rules of {@link ScriptedSlack} for the text and the blocks of a message. */
final class ScriptedSlackBlocks {
    private static final Set<String> BLOCKS = Set.of("rich_text", "actions", "section", "divider", "context", "header");
    private static final Set<String> ELEMENTS =
            Set.of("rich_text_section", "rich_text_preformatted", "rich_text_quote", "rich_text_list");
    private static final Set<String> SPANS = Set.of("text", "link", "emoji", "user", "channel");
    /** https://docs.slack.dev/reference/methods/chat.postMessage#truncating */
    private static final int LONGEST_TEXT = 40_000;

    private int mostBlockChars = 13_000;

    void limit(int characters) {
        mostBlockChars = characters;
    }

    void check(ObjectNode body) {
        JsonNode blocks = body.path("blocks");
        if (blocks.isEmpty() && body.path("text").asText().isEmpty()) {
            throw new SlackRefusal("no_text");
        }
        if (body.path("text").asText().length() > LONGEST_TEXT) {
            throw new SlackRefusal("msg_too_long");
        }
        // https://docs.slack.dev/reference/block-kit/blocks: at most 50 blocks
        boolean isValid = blocks.size() <= 50
                && StreamSupport.stream(blocks.spliterator(), false).allMatch(ScriptedSlackBlocks::isBlock);
        if (!isValid) {
            throw new SlackRefusal("invalid_blocks");
        }
        if (blocks.toString().length() > mostBlockChars) {
            throw new SlackRefusal("msg_blocks_too_long");
        }
    }

    private static boolean isBlock(JsonNode block) {
        return switch (block.path("type").asText()) {
            case "rich_text" -> all(block.path("elements"), ScriptedSlackBlocks::isElement);
            case "actions" ->
                block.path("elements").size() <= 25 && all(block.path("elements"), ScriptedSlackBlocks::isButton);
            default -> BLOCKS.contains(block.path("type").asText());
        };
    }

    /** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
    private static boolean isElement(JsonNode element) {
        return ELEMENTS.contains(element.path("type").asText())
                && all(
                        element.path("elements"),
                        span -> SPANS.contains(span.path("type").asText())
                                && !span.path("text").asText().isEmpty());
    }

    /** https://docs.slack.dev/reference/block-kit/block-elements/button-element */
    private static boolean isButton(JsonNode button) {
        String label = button.at("/text/text").asText();
        String style = button.path("style").asText("primary").toLowerCase(Locale.ROOT);
        return button.path("type").asText().equals("button")
                && !label.isEmpty()
                && label.length() <= 75
                && button.path("value").asText().length() <= 2000
                && button.path("action_id").asText().length() <= 255
                && Set.of("primary", "danger").contains(style);
    }

    private static boolean all(JsonNode elements, Predicate<JsonNode> rule) {
        return !elements.isEmpty()
                && StreamSupport.stream(elements.spliterator(), false).allMatch(rule);
    }
}
