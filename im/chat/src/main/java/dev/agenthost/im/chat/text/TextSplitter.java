package dev.agenthost.im.chat.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Splits a text into messages: after a block, else after a line, else after a word, else between two code points. Only white space is
 * lost at a cut, and an entity that is cut continues in the next message.
 */
public final class TextSplitter {
    /** Entities of one message that Telegram shows (assumed: the number is not documented). */
    static final int MOST_ENTITIES = 100;

    /** Shortest piece in UTF-16 units; no limit of a message is shorter. */
    private static final int SHORTEST_PIECE = 32;

    private static final int MOST_DIVISIONS = 16;

    private final FormattedText text;
    private final String chars;
    private final int limit;
    private final BitSet code = new BitSet();

    private TextSplitter(FormattedText text, int limit) {
        this.text = text;
        this.chars = text.text();
        this.limit = limit;
        text.entities().stream()
                .filter(entity -> entity.type() == TextEntity.Type.PRE)
                .forEach(entity -> code.set(entity.offset(), entity.end()));
    }

    /**
     * Returns the messages, each with at most {@code limit} UTF-16 units; none for a blank text.
     *
     * @param limit at least 2
     */
    public static List<FormattedText> split(FormattedText text, int limit) {
        return new TextSplitter(text, limit).split();
    }

    /**
     * Returns the messages of a text, in order, none of which is too large; none for a blank text. Signs of markup, and of other scripts,
     * make a text longer: a message that is too large is split into halves.
     *
     * @param size of a message as it is sent
     * @param most of it
     */
    public static List<FormattedText> split(FormattedText text, ToIntFunction<FormattedText> size, int most) {
        List<FormattedText> messages = new ArrayList<>();
        for (FormattedText message : split(text, most)) {
            fit(message, size, most, messages);
        }
        return messages;
    }

    private static void fit(
            FormattedText message, ToIntFunction<FormattedText> size, int most, List<FormattedText> messages) {
        int length = message.text().length();
        if (length <= 2 || size.applyAsInt(message) <= most) {
            messages.add(message);
            return;
        }
        for (FormattedText half : split(message, Math.max(2, (length + 1) / 2))) {
            fit(half, size, most, messages);
        }
    }

    /**
     * Returns the pieces of a text that a platform refused as too long; the text itself if shorter pieces would be none.
     *
     * @param division how often the length is halved; 0 for the text as it is
     */
    public static List<FormattedText> halves(FormattedText text, int division) {
        int length = text.text().length();
        int limit = division > MOST_DIVISIONS ? 0 : (length + (1 << division) - 1) >> division;
        return division == 0 || limit < SHORTEST_PIECE ? List.of(text) : split(text, limit);
    }

    private List<FormattedText> split() {
        List<FormattedText> messages = new ArrayList<>();
        int from = begin(0);
        while (from < chars.length()) {
            int to = end(from);
            int last = to;
            while (last > from && isSpace(chars.charAt(last - 1))) {
                last--;
            }
            if (last > from) {
                messages.add(text.slice(from, last));
            }
            from = begin(to);
        }
        return messages;
    }

    /** Skips white space at the beginning of a message; within code one line feed only, because the rest is indentation. */
    private int begin(int at) {
        int from = at;
        while (from < chars.length() && isSpace(chars.charAt(from)) && !code.get(from)) {
            from++;
        }
        return from == at && from < chars.length() && chars.charAt(from) == '\n' ? from + 1 : from;
    }

    private int end(int from) {
        int most = Math.min(chars.length(), from + limit);
        int to = Math.max(from + 1, Math.min(most, endByEntities(from, most)));
        if (to < chars.length()
                && Character.isHighSurrogate(chars.charAt(to - 1))
                && Character.isLowSurrogate(chars.charAt(to))) {
            to = to - 1 > from ? to - 1 : to + 1;
        }
        return to == chars.length() ? to : cut(from, to);
    }

    /** Returns the beginning of the first entity that is too many. */
    private int endByEntities(int from, int to) {
        return text.entities().stream()
                .filter(entity -> entity.end() > from && entity.offset() < to)
                .skip(MOST_ENTITIES)
                .mapToInt(TextEntity::offset)
                .findFirst()
                .orElse(to);
    }

    /** Looks for a good cut in the second half, so that no message is much shorter than it might be. */
    private int cut(int from, int to) {
        int earliest = from + (to - from) / 2;
        int block = -1;
        int line = -1;
        int codeLine = -1;
        int word = -1;
        for (int at = to; at > earliest; at--) {
            char before = chars.charAt(at - 1);
            boolean isCode = code.get(at - 1);
            if (before == '\n' && isCode) {
                codeLine = codeLine < 0 ? at : codeLine;
            } else if (before == '\n') {
                line = line < 0 ? at : line;
                block = block < 0 && chars.charAt(at - 2) == '\n' ? at : block;
            } else if (before == ' ' && !isCode) {
                word = word < 0 ? at : word;
            }
        }
        return block > 0 ? block : line > 0 ? line : codeLine > 0 ? codeLine : word > 0 ? word : to;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\n' || c == '\t';
    }
}
