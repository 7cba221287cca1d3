package dev.agenthost.actiongraph.expansion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.declaration.Expansion.Range;
import dev.agenthost.actiongraph.result.TokenEstimator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Properties of all expansions. */
class ExcerptPropertyTest {
    private static final int ENOUGH = 1_000_000;

    private final ExcerptReader reader = new ExcerptReader(TokenEstimator.BYTES);

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void anExcerptNeverExceedsItsBudget(
            @ForAll("texts") String text, @ForAll("ranges") Range range, @ForAll @IntRange(max = 300) int budget) {
        if (reader.read(text, range, "undo redo", budget) instanceof ExpansionResult.Expanded(TextExcerpt excerpt)) {
            assertThat(TokenEstimator.BYTES.tokens(excerpt.text())).isLessThanOrEqualTo(budget);
        }
    }

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void exactlyTheLinesNearMatchesAreShown(@ForAll("texts") String text, @ForAll("ranges") Range range) {
        List<String> lines = text.lines().toList();
        int from = range.fromLine() == null ? 1 : range.fromLine();
        int to = range.toLine() == null ? lines.size() : Math.min(lines.size(), range.toLine());
        List<LineRange> shown = reader.read(text, range, null, ENOUGH) instanceof ExpansionResult.Expanded(var excerpt)
                ? excerpt.ranges()
                : List.of();

        for (int line = 1; line <= lines.size(); line++) {
            boolean isWanted = false;
            for (int match = from; match <= to; match++) {
                isWanted |= line >= from
                        && line <= to
                        && Math.abs(line - match) <= range.contextLines()
                        && (!range.aroundMatches() && line == match
                                || range.aroundMatches() && lines.get(match - 1).contains(range.match()));
            }
            int number = line;
            assertThat(shown.stream().filter(part -> part.from() <= number && number <= part.to()))
                    .as("line " + line)
                    .hasSize(isWanted ? 1 : 0);
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("undo", "redo", "plain", "数", "")
                .list()
                .ofMaxSize(30)
                .map(lines -> String.join("\n", lines));
    }

    @Provide
    Arbitrary<Range> ranges() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.integers().between(1, 20).injectNull(0.5),
                        Arbitraries.integers().between(1, 40).injectNull(0.5))
                .as((around, context, from, to) -> new Range(around, "undo", context, from, to));
    }
}
