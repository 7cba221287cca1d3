package dev.agenthost.walk.picture;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads cards of Lark (https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-json-v2-structure). */
public final class LarkDrawing {
    private LarkDrawing() {}

    /**
     * Returns the blocks of a card.
     *
     * @param elements components of its body
     */
    public static List<ShownBlock> blocks(JsonNode elements) {
        List<ShownBlock> blocks = new ArrayList<>();
        List<ShownBlock.Button> buttons = new ArrayList<>();
        for (JsonNode element : elements) {
            switch (element.path("tag").asText()) {
                case "markdown" ->
                    blocks.addAll(MarkdownBlocks.of(element.path("content").asText()));
                case "div" ->
                    blocks.add(ShownBlock.Paragraph.plain(
                            element.at("/text/content").asText()));
                case "button" -> buttons.add(button(element));
                default -> throw new IllegalArgumentException("a component that has no drawing: " + element);
            }
        }
        // Components of a body are below one another.
        buttons.forEach(button -> blocks.add(new ShownBlock.Buttons(List.of(button))));
        return blocks;
    }

    private static ShownBlock.Button button(JsonNode button) {
        return ShownBlock.Button.of(
                button.at("/text/content").asText(),
                switch (button.path("type").asText()) {
                    case "primary" -> ShownBlock.Button.Tone.PRIMARY;
                    case "danger" -> ShownBlock.Button.Tone.DANGER;
                    default -> ShownBlock.Button.Tone.NEUTRAL;
                });
    }
}
