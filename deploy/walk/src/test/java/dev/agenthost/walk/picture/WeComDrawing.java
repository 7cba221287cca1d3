package dev.agenthost.walk.picture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.walk.picture.TextSpan.Style;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Reads messages and cards of WeCom (https://developer.work.weixin.qq.com/document/path/90236). */
public final class WeComDrawing {
    /** Members of a card that have a drawing or are not shown. */
    private static final Set<String> MEMBERS =
            Set.of("card_type", "task_id", "main_title", "sub_title_text", "button_list");

    /** Marks of the Markdown of applications. */
    private static final Set<Style> MARKS = EnumSet.of(Style.BOLD, Style.CODE, Style.LINK);

    private WeComDrawing() {}

    /**
     * Returns the blocks of a message with the Markdown of applications, which is a part of the common one: a message with anything else
     * has no drawing, because a client shows its signs.
     */
    public static List<ShownBlock> markdown(String content) {
        List<ShownBlock> blocks = MarkdownBlocks.of(content);
        if (content.contains("\\") || content.contains("&") || !blocks.stream().allMatch(WeComDrawing::isShown)) {
            throw new IllegalArgumentException("Markdown that has no drawing: " + content);
        }
        return blocks;
    }

    private static boolean isShown(ShownBlock block) {
        return switch (block) {
            case ShownBlock.Paragraph text -> hasMarksOnly(text.spans());
            case ShownBlock.Quotation quotation -> hasMarksOnly(quotation.spans());
            default -> false;
        };
    }

    private static boolean hasMarksOnly(List<TextSpan> spans) {
        return spans.stream().allMatch(span -> MARKS.containsAll(span.styles()));
    }

    /** Returns the blocks of a card with buttons. */
    public static List<ShownBlock> card(JsonNode card) {
        return card(card, card.path("button_list").valueStream().map(WeComDrawing::button));
    }

    /**
     * Returns the blocks of a card after a press (https://developer.work.weixin.qq.com/document/path/90241).
     *
     * @param replaceName the text in the place of the buttons
     */
    public static List<ShownBlock> pressedCard(JsonNode card, String replaceName) {
        return card(card, Stream.of(ShownBlock.Button.of(replaceName, ShownBlock.Button.Tone.DISABLED)));
    }

    private static List<ShownBlock> card(JsonNode card, Stream<ShownBlock.Button> buttons) {
        JsonNode title = card.path("main_title");
        boolean isDrawn = card.path("card_type").asText().equals("button_interaction")
                && card.propertyStream().allMatch(member -> MEMBERS.contains(member.getKey()))
                && title.propertyStream().allMatch(member -> member.getKey().equals("title"));
        if (!isDrawn) {
            throw new IllegalArgumentException("a card that has no drawing: " + card);
        }
        List<ShownBlock> blocks = new ArrayList<>();
        blocks.add(new ShownBlock.Paragraph(
                List.of(TextSpan.plain(title.path("title").asText())), 2));
        if (card.has("sub_title_text")) {
            blocks.add(ShownBlock.Paragraph.plain(card.path("sub_title_text").asText()));
        }
        blocks.add(ShownBlock.Buttons.of(buttons));
        return blocks;
    }

    /** The page names no colours of the styles: they are assumed. */
    private static ShownBlock.Button button(JsonNode button) {
        return ShownBlock.Button.of(
                button.path("text").asText(),
                switch (button.path("style").asInt()) {
                    case 1 -> ShownBlock.Button.Tone.PRIMARY;
                    case 3 -> ShownBlock.Button.Tone.DANGER;
                    default -> ShownBlock.Button.Tone.NEUTRAL;
                });
    }
}
