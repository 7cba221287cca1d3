package dev.agenthost.bench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report as Markdown. */
public final class Markdown {
    private Markdown() {}

    public static String of(Report report, String plot) {
        var text = new StringBuilder();
        text.append("Seen on ")
                .append(report.at())
                .append(", version `")
                .append(report.version())
                .append("`, on ");
        text.append(report.machine()).append(", by `").append(report.command()).append("`.\n\n");
        text.append(table(figures(report)));
        if (!report.curves().isEmpty()) {
            text.append("\n![Latency against load](").append(plot).append(")\n");
        }
        for (var table : report.tables()) {
            text.append("\n### ").append(table.title()).append("\n\n");
            text.append(table.note()).append("\n\n").append(table(table));
        }
        return text.toString();
    }

    static Table figures(Report report) {
        var rows = report.figures().stream()
                .map(figure -> List.of(
                        figure.measure(),
                        figure.what(),
                        figure.said(),
                        figure.wanted(),
                        figure.isMet() ? "yes" : "**no**"))
                .toList();
        return new Table("Figures", "", List.of("", "Measure", "Seen", "Wanted", "Met"), rows);
    }

    private static String table(Table table) {
        return Stream.concat(
                        Stream.of(
                                row(table.header()),
                                "|" + "---|".repeat(table.header().size()) + "\n"),
                        table.rows().stream().map(Markdown::row))
                .collect(Collectors.joining());
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
