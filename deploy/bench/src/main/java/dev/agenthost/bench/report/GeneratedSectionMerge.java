package dev.agenthost.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Merges new findings of some measures into a generated section: replaces their rows, their sections, and the line with time and
 * command. All else stays.
 */
public final class GeneratedSectionMerge {
    private static final String ROW = "|";
    private static final String IMAGE = "![";
    private static final Pattern SECTION = Pattern.compile("(?m)^(?=### )");

    private GeneratedSectionMerge() {}

    public static String of(String old, Report report) {
        var parts = SECTION.split(old);
        var head = parts[0].startsWith("### ") ? "" : parts[0];
        var sections = new LinkedHashMap<String, String>();
        for (var part : parts) {
            if (part.startsWith("### ")) {
                sections.put(title(part), part.strip() + "\n");
            }
        }
        report.tables().forEach(table -> {
            var section = Markdown.section(table);
            sections.put(title(section), section);
        });
        return head(head, report) + "\n" + String.join("\n", sections.values());
    }

    private static String title(String section) {
        return section.lines().findFirst().orElse("");
    }

    private static String head(String head, Report report) {
        var lines = head.lines().toList();
        if (lines.stream().noneMatch(line -> line.startsWith(ROW))) {
            return Markdown.of(new Report(
                    report.at(),
                    report.machine(),
                    report.version(),
                    report.command(),
                    report.figures(),
                    List.of(),
                    report.plots()));
        }
        var merged = new ArrayList<String>();
        var by = "by `" + report.command() + "`.";
        lines.stream()
                .takeWhile(line -> !line.startsWith(ROW))
                .filter(line -> !line.endsWith(by) && !line.isBlank())
                .forEach(line -> {
                    merged.add(line);
                    merged.add("");
                });
        merged.add(Markdown.results(report));
        merged.add("");
        merged.addAll(rows(lines.stream().filter(line -> line.startsWith(ROW)).toList(), report));
        Stream.concat(
                        lines.stream().filter(line -> line.startsWith(IMAGE)),
                        report.plots().stream().map(Markdown::image))
                .distinct()
                .forEach(image -> {
                    merged.add("");
                    merged.add(image);
                });
        return String.join("\n", merged) + "\n";
    }

    /** The rows of the table: those of a known measure stay in place, those of a new one are appended. */
    private static List<String> rows(List<String> old, Report report) {
        var found = new LinkedHashMap<String, List<String>>();
        var table = Markdown.figures(report);
        var written = Markdown.rows(table);
        for (int i = 0; i < written.size(); i++) {
            found.computeIfAbsent(table.rows().get(i).getFirst(), measure -> new ArrayList<>())
                    .add(written.get(i).strip());
        }
        var left = new LinkedHashMap<>(found);
        var rows = new ArrayList<String>();
        for (var row : old) {
            var measure = row.split("\\|")[1].strip();
            if (!found.containsKey(measure)) {
                rows.add(row);
            } else if (left.containsKey(measure)) {
                rows.addAll(left.remove(measure));
            }
        }
        left.forEach((measure, more) -> rows.addAll(more));
        return rows;
    }
}
