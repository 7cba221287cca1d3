package dev.agenthost.context.knowledge.chunk;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The headings of a text as Markdown writes them: one to six number signs, a blank, and words. Those in fenced code are none. */
final class Headings {
    private static final int DEEPEST = 6;
    private static final int LONGEST = 200;

    private final TreeMap<Integer, String> paths = new TreeMap<>();

    private Headings() {}

    static Headings of(String text) {
        Headings headings = new Headings();
        List<String> open = new ArrayList<>();
        boolean code = false;
        int line = 0;
        while (line < text.length()) {
            int end = text.indexOf('\n', line);
            end = end < 0 ? text.length() : end;
            if (text.startsWith("```", line)) {
                code = !code;
            }
            int level = code ? 0 : level(text, line, end);
            if (level > 0) {
                while (open.size() >= level) {
                    open.removeLast();
                }
                String words = text.substring(line + level, end).strip();
                open.add(words.length() > LONGEST ? words.substring(0, cut(words)) : words);
                while (open.size() < level) {
                    open.add(open.size() - 1, "");
                }
                headings.paths.put(line, path(open));
            }
            line = end + 1;
        }
        return headings;
    }

    /** Whether a heading begins there. */
    boolean beginsAt(int place) {
        return paths.containsKey(place);
    }

    /** What stands above that place, itself included. */
    String above(int place) {
        var nearest = paths.floorEntry(place);
        return nearest == null ? "" : nearest.getValue();
    }

    private static int level(String text, int line, int end) {
        int level = 0;
        while (line + level < end && text.charAt(line + level) == '#') {
            level++;
        }
        boolean words = line + level < end
                && text.charAt(line + level) == ' '
                && !text.substring(line + level, end).isBlank();
        return words && level <= DEEPEST ? level : 0;
    }

    private static int cut(String words) {
        return Character.isHighSurrogate(words.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    }

    private static String path(List<String> open) {
        return String.join(
                " > ", open.stream().filter(words -> !words.isEmpty()).toList());
    }
}
