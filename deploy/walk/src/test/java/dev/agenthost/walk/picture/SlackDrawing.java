package dev.agenthost.walk.picture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.walk.picture.TextSpan.Style;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** Reads messages of Slack: rich text and actions (https://docs.slack.dev/reference/block-kit/blocks), and the Markdown of streams. */
public final class SlackDrawing {
    private SlackDrawing() {}

    /** Returns the blocks of a message without a file. */
    public static List<ShownBlock> blocks(JsonNode content) {
        if (content.has("markdown_text")) {
            return MarkdownBlocks.of(content.path("markdown_text").asText().replace("\u200B", ""));
        }
        List<ShownBlock> blocks = new ArrayList<>();
        for (JsonNode block : content.path("blocks")) {
            switch (block.path("type").asText()) {
                case "rich_text" -> block.path("elements").forEach(element -> blocks.add(richText(element)));
                case "actions" ->
                    blocks.add(ShownBlock.Buttons.of(
                            block.path("elements").valueStream().map(SlackDrawing::button)));
                default -> throw new IllegalArgumentException("a block that has no drawing: " + block);
            }
        }
        return blocks;
    }

    private static ShownBlock richText(JsonNode element) {
        List<TextSpan> spans =
                element.path("elements").valueStream().map(SlackDrawing::span).toList();
        return switch (element.path("type").asText()) {
            case "rich_text_section" -> new ShownBlock.Paragraph(spans, 0);
            case "rich_text_preformatted" -> new ShownBlock.Code(TextSpan.text(spans));
            case "rich_text_quote" -> new ShownBlock.Quotation(spans);
            default -> throw new IllegalArgumentException("an element that has no drawing: " + element);
        };
    }

    private static TextSpan span(JsonNode span) {
        EnumSet<Style> styles = EnumSet.noneOf(Style.class);
        span.path("style")
                .propertyStream()
                .filter(style -> style.getValue().asBoolean())
                .forEach(style -> styles.add(
                        switch (style.getKey()) {
                            case "bold" -> Style.BOLD;
                            case "italic" -> Style.ITALIC;
                            case "strike" -> Style.STRIKE;
                            case "code" -> Style.CODE;
                            default -> throw new IllegalArgumentException("a style that has no drawing: " + span);
                        }));
        switch (span.path("type").asText()) {
            case "link" -> styles.add(Style.LINK);
            case "text" -> {}
            default -> throw new IllegalArgumentException("a span that has no drawing: " + span);
        }
        return new TextSpan(span.path("text").asText(), styles);
    }

    private static ShownBlock.Button button(JsonNode button) {
        return ShownBlock.Button.of(
                button.at("/text/text").asText(),
                switch (button.path("style").asText()) {
                    case "primary" -> ShownBlock.Button.Tone.PRIMARY;
                    case "danger" -> ShownBlock.Button.Tone.DANGER;
                    default -> ShownBlock.Button.Tone.NEUTRAL;
                });
    }
}
