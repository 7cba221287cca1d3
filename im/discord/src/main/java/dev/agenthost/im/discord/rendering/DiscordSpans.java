package dev.agenthost.im.discord.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.TextEntity;
import org.jspecify.annotations.Nullable;

/**
 * The marks of each character of a text. White space at both ends of a mark in a line is not marked, because signs of emphasis must touch
 * words.
 */
final class DiscordSpans {
    static final int BOLD = 1;
    static final int STRIKE = 1 << 1;
    static final int ITALIC = 1 << 2;
    static final int CODE = 1 << 3;
    static final int PRE = 1 << 4;
    static final int QUOTE = 1 << 5;
    /** Italics within a word, for which the sign is an asterisk. */
    static final int INNER_ITALIC = 1 << 6;

    private static final int LINK = 1 << 7;
    private static final int[] TRIMMED = {BOLD, STRIKE, ITALIC, LINK};

    private final String text;
    private final int[] marks;
    private final @Nullable String[] links;

    DiscordSpans(FormattedText formatted) {
        text = formatted.text();
        marks = new int[text.length()];
        links = new String[text.length()];
        for (TextEntity entity : formatted.entities()) {
            int mark = mark(entity);
            for (int at = entity.offset(); at < entity.end(); at++) {
                marks[at] |= mark;
                if (mark == LINK) {
                    links[at] = entity.value();
                }
            }
        }
        DiscordEscapes.ADDRESS.matcher(text).results().forEach(address -> clear(address.start(), address.end()));
        for (int at = 0; at < marks.length; at++) {
            // The signs of struck text end at the first ones, escaped or not.
            int cleared = has(at, CODE) ? BOLD | STRIKE | ITALIC : text.charAt(at) == '~' ? STRIKE : 0;
            marks[at] &= ~cleared;
        }
        for (int mark : TRIMMED) {
            trim(mark);
        }
        placeItalics();
    }

    /** An address may contain signs of emphasis, so it has none around it. */
    private void clear(int from, int to) {
        for (int at = from; at < to; at++) {
            marks[at] &= ~(BOLD | STRIKE | ITALIC);
        }
    }

    private int mark(TextEntity entity) {
        return switch (entity.type()) {
            case BOLD -> BOLD;
            case ITALIC -> ITALIC;
            case STRIKETHROUGH -> STRIKE;
            case CODE -> CODE;
            case PRE -> PRE;
            case BLOCKQUOTE -> QUOTE;
            case TEXT_LINK -> LINK;
            case HEADING -> isHeading(entity) ? 0 : BOLD;
        };
    }

    /** Returns true for a heading that Discord has: of one of three levels, and of a line of its own. */
    boolean isHeading(TextEntity entity) {
        boolean isLine = (entity.offset() == 0 || text.charAt(entity.offset() - 1) == '\n')
                && (entity.end() == text.length() || text.charAt(entity.end()) == '\n')
                && text.substring(entity.offset(), entity.end()).indexOf('\n') < 0;
        return isLine && entity.value() != null && "123".contains(entity.value());
    }

    private void trim(int mark) {
        int from = 0;
        while (from < marks.length) {
            int to = from;
            while (to < marks.length && has(to, mark) && text.charAt(to) != '\n') {
                to++;
            }
            int begin = from;
            int end = to;
            while (begin < end && Character.isWhitespace(text.charAt(begin))) {
                marks[begin++] &= ~mark;
            }
            while (end > begin && Character.isWhitespace(text.charAt(end - 1))) {
                marks[--end] &= ~mark;
            }
            if (to < marks.length && text.charAt(to) == '\n') {
                marks[to] &= ~mark;
            }
            from = to + 1;
        }
    }

    /**
     * Chooses the sign of italics: an underscore where no word touches it, else an asterisk. Where neither is unambiguous, because an
     * asterisk would touch those of bold or begin again after another mark, the text is not italic.
     */
    private void placeItalics() {
        int from = 0;
        while (from < marks.length) {
            int to = from;
            while (to < marks.length && has(to, ITALIC)) {
                to++;
            }
            if (to > from) {
                placeItalic(from, to);
            }
            from = to + 1;
        }
    }

    private void placeItalic(int from, int to) {
        boolean touchesWord = DiscordEscapes.isWord(text, from - 1) || DiscordEscapes.isWord(text, to);
        // No underscore may follow the signs of struck text.
        boolean strikeChanges = changesWithin(from, to, STRIKE);
        boolean touchesStrike = from > 0 && has(from - 1, STRIKE) && (strikeChanges || !has(from, STRIKE))
                || has(to - 1, STRIKE) && strikeChanges;
        boolean touchesCode = from > 0 && has(from - 1, CODE) || to < marks.length && has(to, CODE);
        if (!touchesWord && !touchesStrike && !touchesCode) {
            return;
        }
        boolean isAmbiguous = touchesCode
                || changes(from, BOLD)
                || changes(to, BOLD)
                || changesWithin(from, to, BOLD | STRIKE | LINK);
        for (int at = from; at < to; at++) {
            marks[at] = isAmbiguous ? marks[at] & ~ITALIC : marks[at] | INNER_ITALIC;
        }
    }

    /** Returns true if one of these marks begins or ends within a range. */
    private boolean changesWithin(int from, int to, int any) {
        for (int at = from + 1; at < to; at++) {
            if (((marks[at - 1] ^ marks[at]) & any) != 0) {
                return true;
            }
        }
        return false;
    }

    private boolean changes(int at, int mark) {
        boolean before = at > 0 && has(at - 1, mark);
        boolean after = at < marks.length && has(at, mark);
        return before != after;
    }

    boolean has(int at, int mark) {
        return (marks[at] & mark) != 0;
    }

    /** Returns the address of a link; null for none. */
    @Nullable
    String link(int at) {
        return has(at, LINK) ? links[at] : null;
    }

    /** Returns the end of the characters from an offset on that are all marked, or all not marked. */
    int end(int from, int to, int mark) {
        int at = from;
        while (at < to && has(at, mark) == has(from, mark)) {
            at++;
        }
        return at;
    }

    /** Returns the signs of emphasis of a character. */
    int style(int at) {
        return marks[at] & (BOLD | STRIKE | ITALIC | INNER_ITALIC);
    }
}
