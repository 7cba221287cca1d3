package dev.agenthost.bench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report as Markdown. */
public final class Markdown {
    private Markdown() {}

    public static String of(Report report) {
        var text = new StringBuilder(results(report)).append("\n\n");
        text.append(table(figures(report)));
        report.plots().forEach(plot -> text.append("\n").append(image(plot)).append("\n"));
        report.tables().forEach(table -> text.append("\n").append(section(table)));
        return text.toString();
    }

    /** The line with the time, the version, the machine and the command. */
    static String results(Report report) {
        return "Seen on " + report.at() + ", version `" + report.version() + "`, on " + report.machine() + ", by `"
                + report.command() + "`.";
    }

    static String image(Plot plot) {
        return "![" + plot.axis().title() + "](" + plot.axis().file() + ")";
    }

    static String section(Table table) {
        return "### " + table.title() + "\n\n" + table.note() + "\n\n" + table(table);
    }

    static List<String> rows(Table table) {
        return table.rows().stream().map(Markdown::row).toList();
    }

    static Table figures(Report report) {
        var rows = report.figures().stream()
                .map(figure -> List.of(
                        figure.measure(),
                        figure.what(),
                        figure.text(),
                        figure.target(),
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
