package dev.agenthost.context.transcript;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The part of a text around the first term of a query. Plain text, so that the client decides how to display it.
 *
 * @param highlights ranges of the snippet that match the query, in code points, disjoint and in order
 */
public record Snippet(String text, List<Range> highlights) {
    /** A range of characters; the end is exclusive. */
    public record Range(int start, int end) {}

    /** Length of a snippet, in UTF-16 units. */
    static final int LENGTH = 240;

    static final int BEFORE = 60;
    /** Length of the text that is searched for terms, in UTF-16 units; a term behind it is not shown. */
    static final int READ_LIMIT = 20_000;

    public Snippet {
        highlights = List.copyOf(highlights);
    }

    public static Snippet of(Analysis analysis, String text, Set<String> lexemes) {
        List<Range> matches = matches(analysis, text.substring(0, Math.min(text.length(), READ_LIMIT)), lexemes);
        int start = matches.isEmpty()
                ? 0
                : whole(text, Math.max(0, matches.getFirst().start() - BEFORE));
        int end = whole(text, Math.min(text.length(), start + LENGTH));
        List<Range> highlights = new ArrayList<>();
        for (Range match : matches) {
            if (match.start() < end) {
                highlights.add(new Range(
                        text.codePointCount(start, match.start()),
                        text.codePointCount(start, Math.min(end, match.end()))));
            }
        }
        return new Snippet(text.substring(start, end), highlights);
    }

    /** Finds the matches; merges overlapping and adjacent ones, such as pairs of a sequence of characters. */
    private static List<Range> matches(Analysis analysis, String text, Set<String> lexemes) {
        List<Range> matches = new ArrayList<>();
        for (Term term : analysis.ofText(text)) {
            if (!lexemes.contains(term.lexeme())) {
                continue;
            }
            Range last = matches.isEmpty() ? null : matches.getLast();
            if (last != null && term.start() <= last.end()) {
                matches.set(matches.size() - 1, new Range(last.start(), Math.max(last.end(), term.end())));
            } else {
                matches.add(new Range(term.start(), term.end()));
            }
        }
        return matches;
    }

    /** Moves an index that would split a surrogate pair. */
    private static int whole(String text, int index) {
        return index > 0 && index < text.length() && Character.isLowSurrogate(text.charAt(index)) ? index - 1 : index;
    }
}
