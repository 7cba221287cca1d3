package dev.agenthost.walk.picture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.walk.picture.TextSpan.Style;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/** Reads messages and drafts of Telegram (https://core.telegram.org/bots/api#message): a text with entities, and inline keyboards. */
public final class TelegramDrawing {
    private TelegramDrawing() {}

    /** Returns the blocks of a message or a draft without a file. */
    public static List<ShownBlock> blocks(JsonNode message) {
        String text = message.path("text").asText();
        List<JsonNode> entities = message.path("entities").valueStream().toList();
        List<ShownBlock> blocks = new ArrayList<>();
        int from = 0;
        for (JsonNode block : entities) {
            String type = block.path("type").asText();
            if (type.equals("pre") || type.equals("blockquote")) {
                addText(text, from, offset(block), entities, blocks);
                List<TextSpan> spans = spans(text, offset(block), end(block), entities);
                blocks.add(
                        type.equals("pre")
                                ? new ShownBlock.Code(TextSpan.text(spans))
                                : new ShownBlock.Quotation(spans));
                from = end(block);
            }
        }
        addText(text, from, text.length(), entities, blocks);
        message.at("/reply_markup/inline_keyboard")
                .forEach(row -> blocks.add(ShownBlock.Buttons.of(StreamSupport.stream(row.spliterator(), false)
                        .map(button ->
                                ShownBlock.Button.of(button.path("text").asText(), ShownBlock.Button.Tone.NEUTRAL)))));
        return blocks;
    }

    /** A block of code or a quotation begins and ends a line. */
    private static void addText(String text, int from, int to, List<JsonNode> entities, List<ShownBlock> blocks) {
        int begin = from;
        int end = to;
        while (begin < end && text.charAt(begin) == '\n') {
            begin++;
        }
        while (end > begin && text.charAt(end - 1) == '\n') {
            end--;
        }
        if (begin < end) {
            blocks.add(new ShownBlock.Paragraph(spans(text, begin, end, entities), 0));
        }
    }

    /** Offsets are UTF-16 units, as in Java (https://core.telegram.org/bots/api#messageentity). */
    private static List<TextSpan> spans(String text, int from, int to, List<JsonNode> entities) {
        TreeSet<Integer> borders = new TreeSet<>(Set.of(from, to));
        entities.forEach(entity -> borders.addAll(List.of(offset(entity), end(entity))));
        List<TextSpan> spans = new ArrayList<>();
        List<Integer> within = List.copyOf(borders.subSet(from, true, to, true));
        for (int i = 0; i + 1 < within.size(); i++) {
            int begin = within.get(i);
            int end = within.get(i + 1);
            EnumSet<Style> styles = EnumSet.noneOf(Style.class);
            entities.stream()
                    .filter(entity -> offset(entity) <= begin && end(entity) >= end)
                    .forEach(entity -> style(entity.path("type").asText()).forEach(styles::add));
            spans.add(new TextSpan(text.substring(begin, end), styles));
        }
        return spans;
    }

    private static Set<Style> style(String type) {
        return switch (type) {
            case "bold" -> Set.of(Style.BOLD);
            case "italic" -> Set.of(Style.ITALIC);
            case "strikethrough" -> Set.of(Style.STRIKE);
            case "code" -> Set.of(Style.CODE);
            case "text_link" -> Set.of(Style.LINK);
            case "pre", "blockquote" -> Set.of();
            default -> throw new IllegalArgumentException("an entity of a type that has no drawing: " + type);
        };
    }

    private static int offset(JsonNode entity) {
        return entity.path("offset").asInt();
    }

    private static int end(JsonNode entity) {
        return offset(entity) + entity.path("length").asInt();
    }
}
