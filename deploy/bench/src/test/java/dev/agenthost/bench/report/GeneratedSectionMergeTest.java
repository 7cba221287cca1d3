package dev.agenthost.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GeneratedSectionMergeTest {

    private final String all = Markdown.of(report(
            "all",
            List.of(figure("B1", 2), figure("B9", 5), figure("B9", 6)),
            table("B9: open", "old"),
            table("Other", "kept")));

    @Test
    void rowsAndSectionsOfTheSameMeasureAreReplacedAndAllElseStays() {
        var merged = GeneratedSectionMerge.of(all, report("b9", List.of(figure("B9", 7)), table("B9: open", "new")));
        assertThat(merged)
                .contains(
                        "by `all`",
                        "by `b9`",
                        "| B1 | what | 2 |",
                        "| B9 | what | 7 |",
                        "### Other",
                        "| kept |",
                        "| new |")
                .doesNotContain("| B9 | what | 5 |", "| B9 | what | 6 |", "| old |");
        assertThat(merged.indexOf("### B9: open")).isLessThan(merged.indexOf("### Other"));
    }

    @Test
    void newMeasureComesAtTheEnd() {
        var merged = GeneratedSectionMerge.of(all, report("b4", List.of(figure("B4", 1)), table("B4: scale", "rows")));
        assertThat(merged.indexOf("| B4 | what")).isGreaterThan(merged.indexOf("| B9 | what | 6 |"));
        assertThat(merged.indexOf("### B4: scale")).isGreaterThan(merged.indexOf("### Other"));
    }

    @Test
    void sameCommandAgainLeavesOneLineOfIt() {
        var report = report("b9", List.of(figure("B9", 7)), table("B9: open", "new"));
        var once = GeneratedSectionMerge.of(all, report);
        assertThat(GeneratedSectionMerge.of(once, report)).isEqualTo(once);
    }

    @Test
    void firstOfAllIsTheWholePart() {
        var report = report("b9", List.of(figure("B9", 7)), table("B9: open", "new"));
        assertThat(GeneratedSectionMerge.of("", report)).isEqualTo(Markdown.of(report));
    }

    private static Figure figure(String measure, double value) {
        return new Figure(measure, "what", value, "", new Bound.AtMost(3));
    }

    private static Table table(String title, String cell) {
        return new Table(title, "Note.", List.of("a"), List.of(List.of(cell)));
    }

    private static Report report(String command, List<Figure> figures, Table... tables) {
        return new Report("2026-11-21T08:00:00Z", "2 cores", "abc", command, figures, List.of(tables), List.of());
    }
}
