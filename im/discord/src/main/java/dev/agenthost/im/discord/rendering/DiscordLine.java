package dev.agenthost.im.discord.rendering;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the words of a line, with signs of emphasis, code and links (https://support.discord.com/hc/en-us/articles/210298617). */
final class DiscordLine {
    /** A longer address is not linked, because its message could not contain it. */
    private static final int LONGEST_ADDRESS = 1_000;

    private static final List<Mark> SIGNS = List.of(
            new Mark(DiscordSpans.BOLD, "**", null),
            new Mark(DiscordSpans.STRIKE, "~~", null),
            new Mark(DiscordSpans.ITALIC, "_", null));
    private static final Mark INNER_ITALIC = new Mark(DiscordSpans.ITALIC, "*", null);

    private final String text;
    private final DiscordSpans spans;
    private final StringBuilder out;
    private final Deque<Mark> open = new ArrayDeque<>();
    private boolean beginsLine;

    /** @param sign that opens and closes it; @param link its address; null for emphasis */
    private record Mark(int style, String sign, @Nullable String link) {}

    DiscordLine(String text, DiscordSpans spans, boolean beginsLine, StringBuilder out) {
        this.text = text;
        this.spans = spans;
        this.beginsLine = beginsLine;
        this.out = out;
    }

    void write(int from, int to) {
        int at = from;
        while (at < to) {
            int end = end(at, to);
            String words = text.substring(at, end);
            String link = spans.link(at);
            boolean isMasked = link != null && isMaskable(link, linked(at, to));
            switchTo(at, to, isMasked ? link : null);
            if (spans.has(at, DiscordSpans.CODE)) {
                code(words, at > 0 && text.charAt(at - 1) == '`');
            } else {
                out.append(DiscordEscapes.linked(words, beginsLine));
                if (link != null
                        && !isMasked
                        && isLast(at, end, to)
                        && !linked(at, to).equals(link)) {
                    address(link);
                }
            }
            beginsLine &= words.isBlank();
            at = end;
        }
        close(0, null);
    }

    private int end(int from, int to) {
        int at = from + 1;
        while (at < to
                && spans.style(at) == spans.style(from)
                && spans.has(at, DiscordSpans.CODE) == spans.has(from, DiscordSpans.CODE)
                && Objects.equals(spans.link(at), spans.link(from))) {
            at++;
        }
        return at;
    }

    /** Returns the words of the whole link in the line. */
    private String linked(int at, int to) {
        int begin = at;
        int end = at;
        while (begin > 0 && text.charAt(begin - 1) != '\n' && Objects.equals(spans.link(begin - 1), spans.link(at))) {
            begin--;
        }
        while (end < to && Objects.equals(spans.link(end), spans.link(at))) {
            end++;
        }
        return text.substring(begin, end);
    }

    private boolean isLast(int at, int end, int to) {
        return end == to || !Objects.equals(spans.link(end), spans.link(at));
    }

    /** Words that look like an address would hide another one, and are not linked (assumed). */
    private static boolean isMaskable(String link, String words) {
        return DiscordEscapes.isAddress(link)
                && !words.contains("://")
                && DiscordEscapes.destination(link, true).length() <= LONGEST_ADDRESS;
    }

    private void address(String link) {
        String address = DiscordEscapes.isAddress(link)
                ? "<" + DiscordEscapes.destination(link, isStyled()) + ">"
                : DiscordEscapes.escaped(link, false);
        if (address.length() <= LONGEST_ADDRESS) {
            out.append(" (").append(address).append(')');
        }
    }

    private boolean isStyled() {
        return open.stream().anyMatch(mark -> mark.link() == null);
    }

    /** Of the signs that begin here, the one that ends last is the outer one. */
    private void switchTo(int at, int to, @Nullable String link) {
        int style = spans.style(at);
        close(style, link);
        if (link != null && open.stream().noneMatch(mark -> mark.link() != null)) {
            push(new Mark(0, "[", link));
        }
        SIGNS.stream()
                .filter(mark -> (style & mark.style()) != 0)
                .filter(mark -> open.stream().noneMatch(other -> other.style() == mark.style()))
                .sorted(Comparator.comparingInt((Mark mark) -> spans.end(at, to, mark.style()))
                        .reversed())
                .forEach(mark -> push(
                        mark.style() == DiscordSpans.ITALIC && (style & DiscordSpans.INNER_ITALIC) != 0
                                ? INNER_ITALIC
                                : mark));
    }

    private void close(int style, @Nullable String link) {
        while (open.stream().anyMatch(mark -> !isKept(mark, style, link))) {
            Mark mark = open.pop();
            out.append(
                    mark.link() == null
                            ? mark.sign()
                            : "](" + DiscordEscapes.destination(mark.link(), isStyled()) + ")");
        }
    }

    private static boolean isKept(Mark mark, int style, @Nullable String link) {
        return mark.link() == null ? (style & mark.style()) != 0 : mark.link().equals(link);
    }

    private void push(Mark mark) {
        out.append(mark.sign());
        open.push(mark);
    }

    /** Three signs would begin a block, so code with two in a row is text, and so is code behind a sign. */
    private void code(String code, boolean followsSign) {
        if (code.isBlank() || code.contains("``") || followsSign) {
            out.append(DiscordEscapes.linked(code, beginsLine));
            return;
        }
        String fence = code.contains("`") ? "``" : "`";
        String space = code.startsWith("`") || code.endsWith("`") ? " " : "";
        out.append(fence).append(space).append(code).append(space).append(fence);
    }
}
