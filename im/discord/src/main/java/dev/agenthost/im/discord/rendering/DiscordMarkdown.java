package dev.agenthost.im.discord.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextEntity;
import dev.agenthost.im.chat.text.TextSplitter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a formatted text in the Markdown of Discord (https://support.discord.com/hc/en-us/articles/210298617): headings, lists, quotations,
 * code and links as Discord has them. A message mentions nobody, and its other signs are literal.
 */
public final class DiscordMarkdown {
    /**
     * Most code points of a message (https://docs.discord.com/developers/resources/message#create-message-json/form-params); that code
     * points are counted is an answer of the platform (https://github.com/discord/discord-api-docs/issues/1315).
     */
    public static final int MESSAGE_CHARS = 2_000;

    private static final String FENCE = "```";
    private static final Pattern LIST = Pattern.compile("( {0,60})[•◦] (?=\\S)");
    private static final int INDENT = 3;

    private final FormattedText formatted;
    private final String text;
    private final DiscordSpans spans;
    private final StringBuilder out = new StringBuilder();

    private DiscordMarkdown(FormattedText formatted) {
        this.formatted = formatted;
        this.text = formatted.text();
        this.spans = new DiscordSpans(formatted);
    }

    /** Returns the Markdown of a text. */
    public static String of(FormattedText text) {
        return new DiscordMarkdown(text).write();
    }

    /** Returns the texts of messages, in order, none of which is too long as Markdown; none for a blank text. */
    static List<FormattedText> messages(FormattedText text) {
        List<FormattedText> messages = new ArrayList<>();
        for (FormattedText piece : TextSplitter.split(text, MESSAGE_CHARS)) {
            fit(piece, messages);
        }
        return messages;
    }

    /** Signs of markup make a text longer: its halves are shorter. */
    private static void fit(FormattedText piece, List<FormattedText> messages) {
        int length = piece.text().length();
        if (size(of(piece)) <= MESSAGE_CHARS || length < 2) {
            messages.add(piece);
            return;
        }
        for (FormattedText half : TextSplitter.split(piece, Math.max(2, (length + 1) / 2))) {
            fit(half, messages);
        }
    }

    /** Returns the number of code points. */
    static int size(String markdown) {
        return markdown.codePointCount(0, markdown.length());
    }

    private String write() {
        int at = 0;
        while (at < text.length()) {
            int end = spans.end(at, text.length(), DiscordSpans.PRE);
            if (spans.has(at, DiscordSpans.PRE)) {
                block(at, end);
            } else {
                lines(at, end);
            }
            at = end;
        }
        return out.toString();
    }

    /** Writes code. The platform ends a block at the first fence, so one in the code is divided by a character without a width. */
    private void block(int from, int to) {
        String language = formatted.entities().stream()
                .filter(entity -> entity.type() == TextEntity.Type.PRE && entity.offset() == from)
                .map(TextEntity::value)
                .filter(value -> value != null && value.matches("[A-Za-z0-9_+.#-]{1,32}"))
                .findFirst()
                .orElse("");
        if (!out.isEmpty() && out.charAt(out.length() - 1) != '\n') {
            out.append('\n');
        }
        String code = text.substring(from, to).replace(FENCE, "``\u200B`").replace(FENCE, "``\u200B`");
        out.append(FENCE)
                .append(language)
                .append('\n')
                .append(code)
                .append(code.endsWith("\n") ? "" : "\n")
                .append(FENCE);
    }

    /** Writes the lines between two blocks. The borders of a block stand for the line feeds around it. */
    private void lines(int from, int to) {
        int begin = from;
        int end = to;
        while (begin < end && begin > 0 && text.charAt(begin) == '\n') {
            begin++;
        }
        while (end > begin && end < text.length() && text.charAt(end - 1) == '\n') {
            end--;
        }
        if (begin < end && begin > 0) {
            out.append('\n');
        }
        int at = begin;
        while (at < end) {
            int feed = text.indexOf('\n', at);
            int last = feed < 0 || feed > end ? end : feed;
            line(at, last);
            if (last < end) {
                out.append('\n');
            }
            at = last + 1;
        }
    }

    private void line(int from, int to) {
        if (isQuoted(from, to)) {
            out.append("> ");
        }
        int at = from;
        int level = level(from);
        Matcher list = LIST.matcher(text).region(from, to);
        if (level > 0) {
            out.append("#".repeat(level)).append(' ');
        } else if (list.lookingAt()
                && spans.style(list.end() - 2) == 0
                && !spans.has(list.end() - 2, DiscordSpans.CODE)) {
            out.append("  ".repeat(list.group(1).length() / INDENT)).append("- ");
            at = list.end();
        }
        new DiscordLine(text, spans, true, out).write(at, to);
    }

    private boolean isQuoted(int from, int to) {
        int last = Math.min(to, text.length() - 1);
        for (int at = from; at <= last; at++) {
            if (spans.has(at, DiscordSpans.QUOTE)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the level of the heading that a line is; 0 for none. */
    private int level(int from) {
        return formatted.entities().stream()
                .filter(entity -> entity.type() == TextEntity.Type.HEADING && entity.offset() == from)
                .filter(spans::isHeading)
                .map(TextEntity::value)
                .findFirst()
                .map(Integer::parseInt)
                .orElse(0);
    }
}
