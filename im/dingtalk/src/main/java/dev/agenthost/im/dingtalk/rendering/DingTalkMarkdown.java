package dev.agenthost.im.dingtalk.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.TextEntity;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a formatted text in the Markdown of DingTalk (https://open.dingtalk.com/document/development/robot-message-type): headings, bold,
 * italics, links, lists and quotations. It has no code, no tables and no struck text: these are plain lines. Markup that would not be read
 * back as the text of the transcript is left out.
 */
public final class DingTalkMarkdown {
    private static final Pattern BULLET = Pattern.compile("( {0,60})[•◦▪] (?=\\S)");
    private static final Pattern NUMBER = Pattern.compile("( {0,60})[0-9]{1,9}\\. (?=\\S)");
    /** Two spaces before a line feed keep it within a paragraph. */
    private static final String BREAK = "  \n";

    private final String text;
    private final List<TextEntity> entities;
    private final boolean isStyled;
    private final StringBuilder out = new StringBuilder();

    private DingTalkMarkdown(FormattedText formatted, boolean isStyled) {
        this.text = formatted.text();
        this.entities = formatted.entities();
        this.isStyled = isStyled;
    }

    /** Returns the Markdown of a text. */
    public static String of(FormattedText text) {
        String styled = new DingTalkMarkdown(text, true).write();
        return isSame(text.text(), styled) ? styled : new DingTalkMarkdown(text, false).write();
    }

    private static boolean isSame(String plain, String written) {
        return withoutSpace(plain)
                .equals(withoutSpace(MarkdownReader.readWithoutColumns(written).text()));
    }

    static String withoutSpace(String text) {
        return text.replaceAll("[\\s\\u00A0•◦▪]", "");
    }

    private String write() {
        int at = 0;
        boolean wasText = false;
        while (at <= text.length()) {
            int feed = text.indexOf('\n', at);
            int end = feed < 0 ? text.length() : feed;
            String line = text.substring(at, end);
            boolean isText = !line.isBlank();
            if (at > 0) {
                out.append(wasText && isText && !isBlock(at, end) ? BREAK : "\n");
            }
            if (isText) {
                line(at, end, line);
            }
            wasText = isText && !(isStyled && level(at, end) > 0);
            at = end + 1;
        }
        return out.toString();
    }

    /** Returns true for a line that begins a block of its own. */
    private boolean isBlock(int from, int to) {
        return isStyled
                && !has(TextEntity.Type.PRE, from)
                && (level(from, to) > 0 || marker(from, to).isPresent());
    }

    private void line(int from, int to, String line) {
        if (isStyled && has(TextEntity.Type.BLOCKQUOTE, to - 1)) {
            out.append("> ");
        }
        if (!isStyled || has(TextEntity.Type.PRE, from)) {
            out.append(DingTalkEscapes.literal(line, true));
            return;
        }
        int level = level(from, to);
        Optional<Matcher> marker = marker(from, to);
        int begin = from;
        if (level > 0) {
            out.append("#".repeat(level)).append(' ');
        } else if (marker.isPresent()) {
            String found = marker.get().group();
            out.append(marker.get().pattern() == BULLET ? marker.get().group(1) + "- " : found);
            begin = from + found.length();
        }
        boolean beginsLine = begin == from;
        String styled = new StyledLine(text, entities, level > 0).write(begin, to, beginsLine);
        String words = text.substring(begin, to);
        out.append(isSame(words, styled) ? styled : DingTalkEscapes.literal(words, beginsLine));
    }

    /** Returns the marker of a list item that has no style itself. */
    private Optional<Matcher> marker(int from, int to) {
        Matcher bullet = BULLET.matcher(text).region(from, to);
        Matcher number = NUMBER.matcher(text).region(from, to);
        Matcher found = bullet.lookingAt() ? bullet : number.lookingAt() ? number : null;
        return Optional.ofNullable(found).filter(marker -> entities.stream()
                .noneMatch(entity -> entity.type() != TextEntity.Type.BLOCKQUOTE
                        && entity.offset() < marker.end()
                        && entity.end() > from));
    }

    private boolean has(TextEntity.Type type, int at) {
        return entities.stream()
                .anyMatch(entity -> entity.type() == type && entity.offset() <= at && entity.end() > at);
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
