package dev.agenthost.actiongraph.expansion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.declaration.Expansion;
import dev.agenthost.actiongraph.declaration.Expansion.Range;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ResultPart;
import dev.agenthost.actiongraph.result.ActionResults;
import dev.agenthost.actiongraph.result.TokenEstimator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExcerptReaderTest {
    private static final String TEN =
            IntStream.rangeClosed(1, 10).mapToObj(line -> "line " + line).collect(Collectors.joining("\n"));

    private final ExcerptReader reader = new ExcerptReader(TokenEstimator.BYTES);

    @Test
    void theWholeTextIsReturnedIfItFits() {
        assertThat(read(TEN, Range.WHOLE, null)).isEqualTo("[lines 1-10 of 10]\n" + TEN);
    }

    @Test
    void aRangeIsItsLines() {
        assertThat(read(TEN, new Range(false, null, 0, 3, 4), null)).isEqualTo("[lines 3-4 of 10]\nline 3\nline 4");
        assertThat(read(TEN, new Range(false, null, 0, 9, 99), null)).isEqualTo("[lines 9-10 of 10]\nline 9\nline 10");
        assertThat(read(TEN, new Range(false, null, 0, 11, null), null))
                .isEqualTo("empty: The result has 10 lines; from_line is 11.");
    }

    @Test
    void matchesHaveTheirContextAndTouchingRangesAreJoined() {
        assertThat(read("a\nb\nUNDO\nd\ne\nundo\ng\nh\ni\nundo", new Range(true, "undo", 1, null, null), null))
                .isEqualTo("[lines 2-7 of 10]\nb\nUNDO\nd\ne\nundo\ng\n[lines 9-10 of 10]\ni\nundo");
    }

    @Test
    void matchesAreSoughtInTheRangeOnly() {
        assertThat(read(TEN, new Range(true, "line", 500, 2, 3), null)).isEqualTo("[lines 2-3 of 10]\nline 2\nline 3");
    }

    @Test
    void withoutAMatchTheWordsOfTheReasonAreSought() {
        Range range = new Range(true, null, 0, null, null);
        assertThat(read("toolbar\nredo is lost\nfine", range, "Need exact evidence for the undo/redo finding."))
                .isEqualTo("[lines 2-2 of 3]\nredo is lost");
        assertThat(read("撤销状态丢失\n其他", range, "撤销状态丢失")).isEqualTo("[lines 1-1 of 2]\n撤销状态丢失");
        assertThat(read(TEN, range, "Need more details")).startsWith("empty: around_matches needs a match");
        assertThat(read(TEN, range, "undo")).startsWith("empty: No line contains undo.");
    }

    @Test
    void aLongLineIsShownAroundItsMatch() {
        String line = "x".repeat(5_000) + "needle" + "y".repeat(5_000);

        assertThat(read(line, new Range(true, "needle", 0, null, null), null))
                .hasSize("[lines 1-1 of 1]\n".length() + ExcerptReader.MAX_LINE + 2)
                .contains("xneedley");
    }

    @Test
    void theBudgetCutsTheTextWithAMark() {
        ExpansionResult.Expanded expanded = (ExpansionResult.Expanded) reader.read(TEN, Range.WHOLE, null, 20);

        assertThat(TokenEstimator.BYTES.tokens(expanded.excerpt().text())).isLessThanOrEqualTo(20);
        assertThat(expanded.excerpt().text())
                .startsWith("[lines 1-10 of 10]\nline 1")
                .endsWith("more characters]");
        assertThat(reader.read(TEN, Range.WHOLE, null, 5)).isInstanceOf(ExpansionResult.Empty.class);
        assertThat(reader.read("", Range.WHOLE, null, 5)).isInstanceOf(ExpansionResult.Empty.class);
    }

    @Test
    void rangesThatDoNotFitAreNotReported() {
        Range matches = new Range(true, "hit", 0, null, null);
        ExpansionResult.Expanded expanded =
                (ExpansionResult.Expanded) reader.read("hit 1\n-\nhit 2\n-\nhit 3", matches, null, 22);

        assertThat(expanded.excerpt().ranges()).containsExactly(new LineRange(1, 1), new LineRange(3, 3));
    }

    @Test
    void jsonIsReadOnSeveralLines() {
        Expansion.Ref ref = new Expansion.Ref(
                new Reference.RuntimeRecord("run_1", "a", ResultPart.OUTPUT),
                null,
                new Range(true, "error", 0, null, null));
        ExpansionResult.Expanded expanded = (ExpansionResult.Expanded)
                reader.read(ActionResults.json("{'ok':true,'error':'e1','log':['a','b']}"), ref, 100);

        assertThat(expanded.excerpt())
                .isEqualTo(new TextExcerpt("[lines 3-3 of 5]\n  \"error\": \"e1\",", List.of(new LineRange(3, 3)), 5));
    }

    private String read(String text, Range range, String reason) {
        return switch (reader.read(text, range, reason, 1_000)) {
            case ExpansionResult.Expanded expanded -> expanded.excerpt().text();
            case ExpansionResult.Empty empty -> "empty: " + empty.why();
        };
    }
}
