package dev.agenthost.local.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of {@code /q/metrics}.
 *
 * @param value NaN while the service does not know it
 */
record Metric(String name, Map<String, String> labels, double value) {
    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})?\\s+(\\S+).*");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** All lines that are one. */
    static List<Metric> read(String exposition) {
        return exposition
                .lines()
                .filter(line -> !line.startsWith("#"))
                .flatMap(line -> ofLine(line).stream())
                .toList();
    }

    private static Optional<Metric> ofLine(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Map<String, String> labels = new HashMap<>();
        if (parts.group(2) != null) {
            LABEL.matcher(parts.group(2)).results().forEach(label -> labels.put(label.group(1), label.group(2)));
        }
        try {
            return Optional.of(new Metric(parts.group(1), Map.copyOf(labels), Double.parseDouble(parts.group(3))));
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    }
}
