package dev.agenthost.bench.report;

import java.util.List;

/**
 * A table of measurements.
 *
 * @param note the method, in a sentence or two
 */
public record Table(String title, String note, List<String> header, List<List<String>> rows) {
    public Table {
        header = List.copyOf(header);
        rows = List.copyOf(rows);
        int width = header.size();
        if (rows.stream().anyMatch(row -> row.size() != width)) {
            throw new IllegalArgumentException("each row of \"" + title + "\" has " + width + " cells");
        }
    }
}
