package dev.agenthost.im.slack.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextEntity;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a formatted text as a rich text block (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block). Its texts are literal:
 * they mention nobody, contain no markup, and need no escapes.
 */
final class RichText {
    private RichText() {}

    /** Returns the blocks of a text that is not blank. */
    static ArrayNode blocks(FormattedText text) {
        ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
        ArrayNode elements = blocks.addObject().put("type", "rich_text").putArray("elements");
        int at = 0;
        for (Area area : areas(text)) {
            section(text, at, area.from(), elements);
            area(text, area, elements);
            at = area.to();
        }
        section(text, at, text.text().length(), elements);
        return blocks;
    }

    /** The areas of code and quotations, in order. A quotation with code in it is quoted around the code. */
    private static List<Area> areas(FormattedText text) {
        List<TextEntity> code = of(text, TextEntity.Type.PRE).toList();
        List<Area> quotes = of(text, TextEntity.Type.BLOCKQUOTE)
                .flatMap(quote -> outside(quote, code))
                .toList();
        return Stream.concat(code.stream().map(each -> new Area(each.offset(), each.end(), true)), quotes.stream())
                .sorted((one, other) -> Integer.compare(one.from(), other.from()))
                .toList();
    }

    private static Stream<TextEntity> of(FormattedText text, TextEntity.Type type) {
        return text.entities().stream().filter(entity -> entity.type() == type);
    }

    private static Stream<Area> outside(TextEntity quote, List<TextEntity> code) {
        Stream.Builder<Area> parts = Stream.builder();
        int from = quote.offset();
        for (TextEntity each : code) {
            if (each.offset() < quote.end() && each.end() > from) {
                if (each.offset() > from) {
                    parts.add(new Area(from, each.offset(), false));
                }
                from = each.end();
            }
        }
        if (from < quote.end()) {
            parts.add(new Area(from, quote.end(), false));
        }
        return parts.build();
    }

    private static void area(FormattedText text, Area area, ArrayNode elements) {
        ObjectNode element =
                elements.addObject().put("type", area.isCode() ? "rich_text_preformatted" : "rich_text_quote");
        if (area.isCode()) {
            element.putArray("elements").add(literal(text.text().substring(area.from(), area.to())));
        } else {
            spans(text.slice(area.from(), area.to()), element.putArray("elements"));
        }
    }

    /** Writes the text between two areas. Their borders stand for the line feeds around it. */
    private static void section(FormattedText text, int from, int to, ArrayNode elements) {
        int begin = from;
        int end = to;
        while (begin < end && text.text().charAt(begin) == '\n') {
            begin++;
        }
        while (end > begin && text.text().charAt(end - 1) == '\n') {
            end--;
        }
        if (begin < end) {
            spans(
                    text.slice(begin, end),
                    elements.addObject().put("type", "rich_text_section").putArray("elements"));
        }
    }

    /** Writes the spans of equal style, in order. */
    private static void spans(FormattedText text, ArrayNode elements) {
        TreeSet<Integer> borders = new TreeSet<>(List.of(0, text.text().length()));
        text.entities().forEach(entity -> borders.addAll(List.of(entity.offset(), entity.end())));
        Integer from = borders.pollFirst();
        for (Integer to : borders) {
            elements.add(span(text, from, to));
            from = to;
        }
    }

    private static ObjectNode span(FormattedText text, int from, int to) {
        List<TextEntity> marks = text.entities().stream()
                .filter(entity -> entity.offset() <= from && entity.end() >= to)
                .toList();
        String words = text.text().substring(from, to);
        Optional<TextEntity> link = marks.stream()
                .filter(mark -> mark.type() == TextEntity.Type.TEXT_LINK)
                .findFirst();
        ObjectNode span = link.map(TextEntity::value)
                .map(address -> JsonNodeFactory.instance
                        .objectNode()
                        .put("type", "link")
                        .put("url", address)
                        .put("text", words))
                .orElseGet(() -> literal(words));
        ObjectNode style = JsonNodeFactory.instance.objectNode();
        marks.forEach(mark -> {
            String name = style(mark.type());
            if (name != null) {
                style.put(name, true);
            }
        });
        if (!style.isEmpty()) {
            span.set("style", style);
        }
        return span;
    }

    private static ObjectNode literal(String text) {
        return JsonNodeFactory.instance.objectNode().put("type", "text").put("text", text);
    }

    private static @Nullable String style(TextEntity.Type type) {
        return switch (type) {
            case BOLD -> "bold";
            case ITALIC -> "italic";
            case STRIKETHROUGH -> "strike";
            case CODE -> "code";
            case PRE, BLOCKQUOTE, TEXT_LINK, HEADING -> null;
        };
    }

    /**
     * A part of the text with an element of its own.
     *
     * @param isCode false for a quotation
     */
    private record Area(int from, int to, boolean isCode) {}
}
