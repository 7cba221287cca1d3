package dev.agenthost.bench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A report for a terminal. */
public final class TerminalReport {
    private TerminalReport() {}

    public static String of(Report report) {
        return Stream.concat(report.tables().stream(), Stream.of(Markdown.figures(report)))
                .map(TerminalReport::table)
                .collect(Collectors.joining("\n"));
    }

    private static String table(Table table) {
        var widths = IntStream.range(0, table.header().size())
                .map(column -> Stream.concat(Stream.of(table.header()), table.rows().stream())
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return table.title() + "\n" + row(table.header(), widths)
                + table.rows().stream().map(row -> row(row, widths)).collect(Collectors.joining());
    }

    private static String row(List<String> cells, int[] widths) {
        return IntStream.range(0, cells.size())
                .mapToObj(
                        i -> cells.get(i) + " ".repeat(widths[i] - cells.get(i).length()))
                .collect(Collectors.joining("  ", "  ", "\n"));
    }
}
