package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The processor time of one short run, by process and, in each process, by code area. */
public final class Profile implements Benchmark {
    private static final int RATE = 50;
    private static final String WHOLE = "all";
    private static final String JVM = "compiler, collector, kernel";

    private final Path directory;

    /** @param directory for the recordings */
    public Profile(Path directory) {
        this.directory = directory;
    }

    /** Returns true if this JDK, which the box runs on as well, can record processor time. */
    public static boolean isPossible() {
        return Runtime.version().feature() >= 25
                && System.getProperty("os.name").equals("Linux");
    }

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        Files.createDirectories(directory);
        var schedule = new LoadSchedule(RATE, durations.settling(), durations.throughput());
        var flights = new LinkedHashMap<String, Flight>();
        for (var process : box.box().processes()) {
            if (Jcmd.isJvm(process.pid())) {
                flights.put(process.name(), Flight.start(process.pid(), process.name(), directory));
            }
        }
        flights.put("bench runner", Flight.start(box.runner().pid(), "bench-runner", directory));
        var before = Processor.used(box);
        new OpenLoop(schedule, durations.patience()).run(box.untilRead("hello", frame -> {}));
        var after = Processor.used(box);
        var rows = new ArrayList<List<String>>();
        var sum = new EnumMap<CodeArea, Double>(CodeArea.class);
        double whole = 0;
        for (var process : after.entrySet()) {
            var used = process.getValue().minus(before.getOrDefault(process.getKey(), Duration.ZERO));
            var flight = flights.get(process.getKey());
            var parts = flight == null ? Map.<CodeArea, Duration>of() : flight.stop();
            rows.add(row(process.getKey(), each(used, schedule), eachOf(parts, schedule)));
            eachOf(parts, schedule).forEach((part, milliseconds) -> sum.merge(part, milliseconds, Double::sum));
            whole += each(used, schedule);
        }
        rows.add(row(WHOLE, whole, sum));
        var header = new ArrayList<>(List.of("process", "a run"));
        Arrays.stream(CodeArea.values()).map(CodeArea::text).forEach(header::add);
        header.add(JVM);
        findings.add(new Table(
                "Whose code it is",
                "The table has the processor time of one short answer at "
                        + RATE
                        + "/s, in milliseconds, as the JVMs record it (JFR, one stack for each 5 ms of processor time).\n"
                        + "The innermost frame that belongs to a known area counts.\n"
                        + "The last column is the remaining time of the process; PostgreSQL and the load generator have no recording.",
                header,
                rows));
        findings.note("recordings for a closer look: " + directory);
    }

    private static double each(Duration used, LoadSchedule schedule) {
        return used.toNanos() / 1e6 / schedule.count();
    }

    private static Map<CodeArea, Double> eachOf(Map<CodeArea, Duration> parts, LoadSchedule schedule) {
        var each = new EnumMap<CodeArea, Double>(CodeArea.class);
        parts.forEach((part, used) -> each.put(part, each(used, schedule)));
        return each;
    }

    private static List<String> row(String process, double used, Map<CodeArea, Double> parts) {
        var row = new ArrayList<>(List.of(process, Findings.number(used)));
        double left = used;
        for (var part : CodeArea.values()) {
            double spent = parts.getOrDefault(part, 0.0);
            left -= spent;
            row.add(parts.isEmpty() ? "" : Findings.number(spent));
        }
        row.add(Findings.number(Math.max(0, left)));
        return row;
    }
}
