package dev.agenthost.actiongraph.expansion;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.declaration.Expansion;
import dev.agenthost.actiongraph.declaration.Expansion.Range;
import dev.agenthost.actiongraph.result.PrettyJson;
import dev.agenthost.actiongraph.result.TextLimiter;
import dev.agenthost.actiongraph.result.TokenEstimator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the wanted part of a stored result. JSON is read on several lines, as {@link PrettyJson} writes it. */
public final class ExcerptReader {
    /** Most characters of a line beside a match. A longer line is shown around its match. */
    static final int MAX_LINE = 400;

    private final TokenEstimator tokens;

    public ExcerptReader(TokenEstimator tokens) {
        this.tokens = tokens;
    }

    /** The wanted part of a stored result; its text takes at most {@code maxTokens} tokens. */
    public ExpansionResult read(JsonNode stored, Expansion.Ref ref, int maxTokens) {
        return read(PrettyJson.of(stored), ref.range(), ref.reason(), maxTokens);
    }

    /** As {@link #read(JsonNode, Expansion.Ref, int)}, from a text. */
    public ExpansionResult read(String stored, Range range, @Nullable String reason, int maxTokens) {
        List<String> lines = stored.lines().toList();
        if (lines.isEmpty()) {
            return new ExpansionResult.Empty("The stored result is empty.");
        }
        int from = range.fromLine() == null ? 1 : range.fromLine();
        int to = range.toLine() == null ? lines.size() : Math.min(range.toLine(), lines.size());
        if (from > lines.size() || to < from) {
            return new ExpansionResult.Empty("The result has " + lines.size() + " lines; from_line is " + from + ".");
        }
        LineRange within = new LineRange(from, to);
        if (!range.aroundMatches()) {
            return bounded(ExcerptText.of(lines, List.of(within)), List.of(within), lines.size(), maxTokens);
        }
        MatchTerms terms = MatchTerms.of(range.match(), reason);
        List<LineRange> found = LineRange.joined(IntStream.rangeClosed(from, to)
                .filter(line -> terms.indexIn(lines.get(line - 1)) >= 0)
                .mapToObj(line -> LineRange.around(line, range.contextLines(), within))
                .toList());
        return found.isEmpty()
                ? new ExpansionResult.Empty(noMatch(terms))
                : bounded(ExcerptText.around(lines, found, terms), found, lines.size(), maxTokens);
    }

    private ExpansionResult bounded(String text, List<LineRange> ranges, int total, int maxTokens) {
        String shown = new TextLimiter(tokens).beginning(text, maxTokens);
        List<LineRange> begun = ranges.stream()
                .filter(range -> shown.contains(ExcerptText.heading(range, total)))
                .toList();
        return begun.isEmpty()
                ? new ExpansionResult.Empty("Nothing fits into the token budget.")
                : new ExpansionResult.Expanded(new TextExcerpt(shown, begun, total));
    }

    private static String noMatch(MatchTerms terms) {
        return terms.terms().isEmpty()
                ? "around_matches needs a match, or a reason that names what to find."
                : "No line contains " + String.join(" or ", terms.terms()) + ". Use another match, or lines by number.";
    }
}
