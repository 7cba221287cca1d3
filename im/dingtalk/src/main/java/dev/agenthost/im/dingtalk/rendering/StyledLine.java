package dev.agenthost.im.dingtalk.rendering;

import dev.agenthost.im.chat.text.TextEntity;
import dev.agenthost.im.chat.text.WebLink;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the words of a line with the signs of bold, italics and links. */
final class StyledLine {
    private static final int BOLD = 1;
    private static final int ITALIC = 2;

    private final String text;
    private final List<TextEntity> entities;
    private final boolean isHeading;

    StyledLine(String text, List<TextEntity> entities, boolean isHeading) {
        this.text = text;
        this.entities = entities;
        this.isHeading = isHeading;
    }

    String write(int from, int to, boolean beginsLine) {
        StringBuilder out = new StringBuilder();
        int at = from;
        while (at < to) {
            int end = at + 1;
            while (end < to && style(end) == style(at) && Objects.equals(link(end), link(at))) {
                end++;
            }
            run(at, end, beginsLine && at == from, out);
            at = end;
        }
        return out.toString();
    }

    /** White space at both ends of a run is outside of its signs, which must touch words. */
    private void run(int from, int to, boolean beginsLine, StringBuilder out) {
        int begin = from;
        int end = to;
        while (begin < end && Character.isWhitespace(text.charAt(begin))) {
            begin++;
        }
        while (end > begin && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        int style = style(from);
        String link = link(from);
        boolean isPlain = style == 0 && link == null || begin == end;
        if (isPlain) {
            out.append(DingTalkEscapes.escaped(text.substring(from, to), beginsLine));
            return;
        }
        String words = text.substring(begin, end);
        String signs = "**".repeat(style & BOLD) + ((style & ITALIC) == 0 ? "" : "*");
        String content = link == null
                ? DingTalkEscapes.literal(words, beginsLine && signs.isEmpty())
                : "[" + DingTalkEscapes.literal(words, false) + "](" + WebLink.encoded(link) + ")";
        out.append(text, from, begin)
                .append(signs)
                .append(content)
                .append(signs)
                .append(text, end, to);
    }

    private int style(int at) {
        int style = 0;
        for (TextEntity entity : entities) {
            if (entity.offset() <= at && entity.end() > at) {
                style |= switch (entity.type()) {
                    case BOLD -> isHeading ? 0 : BOLD;
                    case ITALIC -> ITALIC;
                    case HEADING -> isHeading ? 0 : BOLD;
                    case STRIKETHROUGH, BLOCKQUOTE, CODE, PRE, TEXT_LINK -> 0;
                };
            }
        }
        return style;
    }

    private @Nullable String link(int at) {
        return entities.stream()
                .filter(entity -> entity.type() == TextEntity.Type.TEXT_LINK
                        && entity.offset() <= at
                        && entity.end() > at
                        && entity.value() != null
                        && WebLink.isWeb(entity.value()))
                .map(TextEntity::value)
                .findFirst()
                .orElse(null);
    }
}
