package dev.agenthost.bench.report;

import java.util.List;

/**
 * One run of the benchmarks.
 *
 * @param at time, RFC 3339
 * @param machine in words
 * @param version of the sources
 * @param command that started it
 */
public record Report(
        String at,
        String machine,
        String version,
        String command,
        List<Figure> figures,
        List<Table> tables,
        List<Plot> plots) {
    public Report {
        figures = List.copyOf(figures);
        tables = List.copyOf(tables);
        plots = List.copyOf(plots);
    }
}
