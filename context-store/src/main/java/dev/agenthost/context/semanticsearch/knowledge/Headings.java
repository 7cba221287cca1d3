package dev.agenthost.context.semanticsearch.knowledge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The headings of a Markdown text: one to six number signs, a blank, and words. Lines in fenced code are none. Only their starts are
 * stored, a bit for each character, because a text may be nothing but headings.
 */
final class Headings {
    private static final int DEEPEST = 6;
    /** Longest single heading, in UTF-16 units; {@link #LONGEST_PATH} limits all headings above a place. */
    private static final int LONGEST = 200;

    private static final int LONGEST_PATH = 400;

    private final String text;
    private final BitSet begins = new BitSet();
    private final List<String> open = new ArrayList<>();
    private int done;
    private String path = "";

    private Headings(String text) {
        this.text = text;
    }

    static Headings of(String text) {
        Headings headings = new Headings(text);
        boolean code = false;
        int line = 0;
        while (line < text.length()) {
            int end = end(text, line);
            if (text.startsWith("```", line)) {
                code = !code;
            }
            if (!code && level(text, line, end) > 0) {
                headings.begins.set(line);
            }
            line = end + 1;
        }
        return headings;
    }

    /** Returns true if a heading begins at the place. */
    boolean beginsAt(int offset) {
        return begins.get(offset);
    }

    /**
     * Returns the headings above the place, one that begins there included: the outermost first, cut if too long. Positions must be
     * requested in ascending order.
     */
    String above(int offset) {
        boolean another = false;
        for (int line = begins.nextSetBit(done); line >= 0 && line <= offset; line = begins.nextSetBit(done)) {
            enter(line);
            done = line + 1;
            another = true;
        }
        if (another) {
            path = path(open);
        }
        return path;
    }

    private void enter(int line) {
        int end = end(text, line);
        int level = level(text, line, end);
        while (open.size() >= level) {
            open.removeLast();
        }
        while (open.size() < level - 1) {
            open.add("");
        }
        String words = text.substring(line + level, end).strip();
        open.add(cut(words, LONGEST));
    }

    private static int end(String text, int line) {
        int end = text.indexOf('\n', line);
        return end < 0 ? text.length() : end;
    }

    private static int level(String text, int line, int end) {
        int level = 0;
        while (level <= DEEPEST && line + level < end && text.charAt(line + level) == '#') {
            level++;
        }
        boolean words = line + level < end
                && text.charAt(line + level) == ' '
                && !text.substring(line + level, end).isBlank();
        return words && level <= DEEPEST ? level : 0;
    }

    private static String cut(String words, int most) {
        if (words.length() <= most) {
            return words;
        }
        return words.substring(0, Character.isHighSurrogate(words.charAt(most - 1)) ? most - 1 : most);
    }

    private static String path(List<String> open) {
        return cut(
                String.join(
                        " > ", open.stream().filter(words -> !words.isEmpty()).toList()),
                LONGEST_PATH);
    }
}
