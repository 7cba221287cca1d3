package dev.agenthost.bench.cli;

import com.fasterxml.jackson.databind.SerializationFeature;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.report.GeneratedSection;
import dev.agenthost.bench.report.GeneratedSectionMerge;
import dev.agenthost.bench.report.LatencyPlot;
import dev.agenthost.bench.report.Markdown;
import dev.agenthost.bench.report.Report;
import dev.agenthost.bench.report.TerminalReport;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;

/** Prints and stores the findings. */
final class ReportWriter {
    private ReportWriter() {}

    /** The place of a report in docs/benchmarks.md. */
    enum InDocument {
        NOT,
        /** Replaces the earlier figures of the same measures. */
        AMONG_OTHERS,
        /** Replaces all earlier figures. */
        ALONE
    }

    static void write(
            BenchPaths places, String name, String machine, String command, Findings findings, InDocument inDocument)
            throws IOException {
        var at = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        var report = new Report(
                at,
                machine,
                BenchEnvironment.version(places.project()),
                command,
                findings.figures(),
                findings.tables(),
                findings.plots());
        System.out.println("\n" + TerminalReport.of(report));
        var file = Files.createDirectories(places.results()).resolve(name + "-" + at.replace(":", "") + ".json");
        Files.writeString(
                file,
                ProtocolCodec.mapper()
                                .writer(SerializationFeature.INDENT_OUTPUT)
                                .writeValueAsString(report)
                        + "\n");
        System.out.println("kept in " + file);
        for (var plot : report.plots()) {
            var drawn = file.resolveSibling(
                    name + "-" + at.replace(":", "") + "-" + plot.axis().file());
            Files.writeString(drawn, LatencyPlot.svg(plot));
            System.out.println("plotted in " + drawn);
        }
        if (inDocument != InDocument.NOT) {
            write(places, report, inDocument == InDocument.ALONE);
        }
    }

    private static void write(BenchPaths places, Report report, boolean whole) throws IOException {
        for (var plot : report.plots()) {
            Files.writeString(places.document().resolveSibling(plot.axis().file()), LatencyPlot.svg(plot));
        }
        var document = Files.readString(places.document());
        var part = whole ? Markdown.of(report) : GeneratedSectionMerge.of(GeneratedSection.of(document), report);
        Files.writeString(places.document(), GeneratedSection.replace(document, part));
        System.out.println("written into " + places.document());
    }

    /** Runs a second with 200 at once, from the newest stored report. */
    static Optional<Double> lastThroughput(BenchPaths places) throws IOException {
        if (!Files.isDirectory(places.results())) {
            return Optional.empty();
        }
        try (var files = Files.list(places.results())) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted(Comparator.comparing(Path::getFileName).reversed())
                    .flatMap(file -> throughput(file).stream())
                    .findFirst();
        }
    }

    private static Optional<Double> throughput(Path file) {
        try {
            for (var figure : ProtocolCodec.mapper().readTree(file.toFile()).path("figures")) {
                if (figure.path("measure").asText().equals("B10")) {
                    return Optional.of(figure.path("value").asDouble());
                }
            }
            return Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
