package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;

/** Dead letters as tables for people. */
final class DeadLetterTable {
    private static final String SUMMARY = "%-34s %-20s %8s %8s %8s %9s  %-20s  %-20s%n";
    private static final String PAGE = "%-40s %-20s %-9s %8s %9s  %-20s  %s%n";
    private static final String OUTCOMES = "%-40s %-20s %-12s %9s  %s%n";

    private DeadLetterTable() {}

    static void summary(JsonNode summary, PrintWriter out) {
        if (summary.path("items").isEmpty()) {
            out.println("There are no dead letters.");
            return;
        }
        out.printf(SUMMARY, "topic", "reason", "records", "open", "started", "redriven", "oldest", "newest");
        for (JsonNode count : summary.path("items")) {
            out.printf(
                    SUMMARY,
                    count.path("topic").asText(),
                    count.path("reason").asText(),
                    count.path("records").asText(),
                    count.path("open").asText(),
                    count.path("started").asText(),
                    count.path("redriven").asText(),
                    seconds(count.path("oldest")),
                    seconds(count.path("newest")));
        }
        for (JsonNode topic : summary.path("incomplete_topics")) {
            out.println("Of " + topic.asText() + " only the newest records are counted.");
        }
    }

    static void pageHeader(PrintWriter out) {
        out.printf(PAGE, "position", "reason", "status", "bytes", "redrives", "time", "detail");
    }

    static void page(JsonNode page, PrintWriter out) {
        for (JsonNode letter : page.path("items")) {
            out.printf(
                    PAGE,
                    letter.path("position").asText(),
                    letter.path("reason").asText(),
                    letter.path("status").asText(),
                    letter.path("size").asText(),
                    letter.path("redrive_count").asText(),
                    seconds(letter.path("time")),
                    line(letter.path("detail").asText("")));
        }
    }

    static void content(JsonNode letter, PrintWriter out) {
        for (String name : new String[] {
            "position",
            "origin",
            "reason",
            "detail",
            "time",
            "workspace_id",
            "status",
            "redrive_count",
            "redriven_from",
            "redriven_by",
            "redriven_at",
            "redriven_to"
        }) {
            if (letter.has(name)) {
                out.printf("%-14s %s%n", name, line(letter.path(name).asText()));
            }
        }
        for (JsonNode header : letter.path("headers")) {
            out.printf(
                    "header         %s: %s%n",
                    line(header.path("name").asText()),
                    line(header.path("value").asText("")));
        }
        out.printf("%-14s %s%n", "key", line(letter.path("key").asText("(none)")));
        String format = letter.path("value_format").asText("");
        out.printf(
                "%-14s %s bytes%s%s%n",
                "value",
                letter.path("size").asText(),
                format.isEmpty() ? "" : " as " + format,
                letter.path("value_truncated").asBoolean() ? ", the beginning:" : ":");
        JsonNode value = letter.path("value");
        out.println(format.equals("json") ? value.toPrettyString() : printable(value.asText("")));
    }

    static void outcomes(JsonNode report, PrintWriter out) {
        out.printf(OUTCOMES, "position", "reason", "outcome", "redrives", "to");
        for (JsonNode outcome : report.path("items")) {
            out.printf(
                    OUTCOMES,
                    outcome.path("position").asText(),
                    outcome.path("reason").asText(),
                    outcome.path("outcome").asText(),
                    outcome.path("redrive_count").asText(),
                    outcome.path("redriven_to")
                            .asText(outcome.path("origin").asText("-").replaceFirst("@.*", "")));
        }
    }

    private static String seconds(JsonNode time) {
        return time.asText("").replaceFirst("\\.\\d+Z", "Z");
    }

    private static String line(String text) {
        return printable(text).replace('\n', ' ');
    }

    /** Replaces the characters that would act on a terminal: a record may hold anything. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\n\t]]", "\uFFFD");
    }
}
