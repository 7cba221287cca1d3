package dev.agenthost.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.bench.load.Summary;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

class ReportTest {
    private final Curve walk = new Curve(
            "walk",
            List.of(
                    new Curve.Point(10, new Summary(100, 0, 8, 12, 20, 30, Set.of())),
                    new Curve.Point(100, new Summary(1000, 0, 9, 40, 200, 1500, Set.of()))));
    private final Report report = new Report(
            "2026-11-21T08:00:00Z",
            "2 cores",
            "abc",
            "./agenthost bench all",
            List.of(new Figure("B1", "latency", 2.5, "", new Bound.AtMost(3))),
            List.of(new Table("Start", "How.", List.of("process", "idle"), List.of(List.of("kafka", "150 MB")))),
            List.of(new Plot(Plot.Axis.LOAD, List.of(walk))));

    @Test
    void plotIsWellFormedAndHasALineForEachPercentile() throws Exception {
        var svg = LatencyPlot.svg(new Plot(Plot.Axis.LOAD, List.of(walk, new Curve("bare chain", walk.points()))));
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(6);
        assertThat(svg).contains("walk p99", "bare chain p50").doesNotContain("NaN", "Infinity");
    }

    @Test
    void plotAgainstRowsHasOneLineForEachCurveAndAPowerOfTenAtEachMark() {
        var svg = LatencyPlot.svg(new Plot(
                Plot.Axis.ROWS,
                List.of(new Curve(
                        "a page",
                        List.of(
                                new Curve.Point(1000, new Summary(100, 0, 1, 2, 3, 4, Set.of())),
                                new Curve.Point(10_000_000, new Summary(100, 0, 2, 3, 4, 5, Set.of())))))));
        assertThat(svg.split("<polyline", -1)).hasSize(2);
        assertThat(svg).contains(">1,000<", ">10,000,000<", "a page p95", ">rows<");
    }

    @Test
    void plotOfNothingIsStillOne() {
        for (var axis : Plot.Axis.values()) {
            assertThat(LatencyPlot.svg(new Plot(axis, List.of())))
                    .startsWith("<svg")
                    .doesNotContain("NaN", "Infinity");
        }
    }

    @Test
    void documentKeepsAllButItsMarkedPart() {
        var document = "before\n<!-- figures -->\nold\n<!-- /figures -->\nafter\n";
        assertThat(GeneratedSection.replace(document, "new\n"))
                .isEqualTo("before\n<!-- figures -->\nnew\n<!-- /figures -->\nafter\n");
        assertThatThrownBy(() -> GeneratedSection.replace("nothing marked", "new"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void figuresAndTablesAreShown() {
        assertThat(Markdown.of(report))
                .contains("| B1 | latency | 2.50 | ≤ 3 | yes |", "### Start", "| kafka | 150 MB |", "(benchmarks.svg)");
        assertThat(TerminalReport.of(report)).contains("kafka    150 MB", "2.50");
    }

    @Test
    void rowThatIsTooShortIsRefused() {
        assertThatThrownBy(() -> new Table("t", "", List.of("a", "b"), List.of(List.of("1"))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
