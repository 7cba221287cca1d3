package dev.agenthost.im.wecom.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextEntity;
import dev.agenthost.im.chat.text.WebLink;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a formatted text in the Markdown of messages of applications (https://developer.work.weixin.qq.com/document/path/90236): headings,
 * bold, links, code within a line and quotations. It has no blocks of code, whose lines are code each, and no italics, lists and tables:
 * these are plain lines.
 */
final class WeComMarkdown {
    private final String text;
    private final List<TextEntity> entities;
    private final StringBuilder out = new StringBuilder();

    private WeComMarkdown(FormattedText formatted) {
        this.text = formatted.text();
        this.entities = formatted.entities();
    }

    /** Returns the Markdown of a text; empty if clients would show another text, because the dialect has no escapes. */
    static Optional<String> of(FormattedText text) {
        String markdown = new WeComMarkdown(text).write();
        return withoutSpace(text.text()).equals(withoutSpace(WeComDialect.textOf(markdown)))
                ? Optional.of(markdown)
                : Optional.empty();
    }

    static String withoutSpace(String text) {
        return text.replaceAll("[\\s\\u00A0]", "");
    }

    private String write() {
        int at = 0;
        while (at <= text.length()) {
            int feed = text.indexOf('\n', at);
            int end = feed < 0 ? text.length() : feed;
            if (at > 0) {
                out.append('\n');
            }
            if (!text.substring(at, end).isBlank()) {
                line(at, end);
            }
            at = end + 1;
        }
        return out.toString();
    }

    private void line(int from, int to) {
        if (has(TextEntity.Type.BLOCKQUOTE, to - 1)) {
            out.append("> ");
        }
        int level = level(from, to);
        if (level > 0) {
            out.append("#".repeat(level)).append(' ');
        }
        int at = from;
        while (at < to) {
            int end = at + 1;
            while (end < to && isCode(end) == isCode(at) && isBold(end) == isBold(at) && isSameLink(end, at)) {
                end++;
            }
            run(at, end, level > 0);
            at = end;
        }
    }

    /** White space at both ends of a run is outside of its signs, which must touch words. Code keeps its indentation. */
    private void run(int from, int to, boolean isHeading) {
        int begin = from;
        int end = to;
        while (begin < end && Character.isWhitespace(text.charAt(begin)) && !isCode(begin)) {
            begin++;
        }
        while (end > begin && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        out.append(text, from, begin)
                .append(styled(text.substring(begin, end), from, isHeading))
                .append(text, end, to);
    }

    private String styled(String words, int at, boolean isHeading) {
        String link = link(at);
        if (words.isBlank()) {
            return words;
        }
        if (link != null && words.indexOf('[') < 0 && words.indexOf(']') < 0) {
            return "[" + words + "](" + WebLink.encoded(link) + ")";
        }
        if (isCode(at) && words.indexOf('`') < 0) {
            return "`" + words + "`";
        }
        return isBold(at) && !isCode(at) && !isHeading && words.indexOf('*') < 0 ? "**" + words + "**" : words;
    }

    private boolean isCode(int at) {
        return has(TextEntity.Type.CODE, at) || has(TextEntity.Type.PRE, at);
    }

    private boolean isBold(int at) {
        return has(TextEntity.Type.BOLD, at) || has(TextEntity.Type.HEADING, at);
    }

    private boolean isSameLink(int one, int other) {
        return Objects.equals(link(one), link(other));
    }

    private boolean has(TextEntity.Type type, int at) {
        return entities.stream()
                .anyMatch(entity -> entity.type() == type && entity.offset() <= at && entity.end() > at);
    }

    private @Nullable String link(int at) {
        return entities.stream()
                .filter(entity -> WeComTextContent.isLink(entity) && entity.offset() <= at && entity.end() > at)
                .map(TextEntity::value)
                .findFirst()
                .orElse(null);
    }

    /** Returns the level of the heading that a line is; 0 for none. */
    private int level(int from, int to) {
        return entities.stream()
                .filter(entity -> entity.type() == TextEntity.Type.HEADING
                        && entity.offset() == from
                        && entity.end() == to
                        && entity.value() != null)
                .map(entity -> Integer.parseInt(String.valueOf(entity.value())))
                .findFirst()
                .orElse(0);
    }
}
