package dev.agenthost.actiongraph.expansion;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Writes ranges of lines, each below its heading. */
final class ExcerptText {
    private ExcerptText() {}

    static String of(List<String> lines, List<LineRange> ranges) {
        return write(lines, ranges, UnaryOperator.identity());
    }

    /** As {@link #of}; a long line is shown around its match. */
    static String around(List<String> lines, List<LineRange> ranges, MatchTerms terms) {
        return write(lines, ranges, line -> window(line, terms.indexIn(line)));
    }

    static String heading(LineRange range, int total) {
        return "[lines " + range.from() + "-" + range.to() + " of " + total + "]\n";
    }

    private static String write(List<String> lines, List<LineRange> ranges, UnaryOperator<String> form) {
        return ranges.stream()
                .map(range -> heading(range, lines.size())
                        + lines.subList(range.from() - 1, range.to()).stream()
                                .map(form)
                                .collect(Collectors.joining("\n")))
                .collect(Collectors.joining("\n"));
    }

    private static String window(String line, int match) {
        if (line.length() <= ExcerptReader.MAX_LINE) {
            return line;
        }
        int from = Math.max(0, Math.min(match - ExcerptReader.MAX_LINE / 2, line.length() - ExcerptReader.MAX_LINE));
        int to = from + ExcerptReader.MAX_LINE;
        return (from > 0 ? "…" : "") + line.substring(from, to) + (to < line.length() ? "…" : "");
    }
}
