package dev.agenthost.bench.soak;

import dev.agenthost.bench.figure.Bound;
import dev.agenthost.bench.figure.Figure;
import dev.agenthost.bench.figure.Line;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.load.Schedule;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.measure.Memory;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.runner.BenchRunner;
import dev.agenthost.bench.walk.BenchBox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A steady load for long: does memory stay flat, which tables grow, does anything fail. */
public final class Soak {
    private static final int DELTAS = 20;
    private static final Duration SAMPLE = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SETTLING = Duration.ofSeconds(10);
    private static final double MIB_AN_HOUR = 32;
    private static final double SECONDS_AN_HOUR = 3600;
    /** At the begin a JVM still compiles, and its heap finds its size. */
    private static final double LEFT_OUT = 0.2;

    /** What a run leaves behind on purpose, each kept for a limited time. */
    private static final Set<String> KEPT = Set.of(
            "bindings.resolutions",
            "runs.runs",
            "runs.grants",
            "runs.turns",
            "context.event_log",
            "context.logged",
            "context.transcript",
            "context.conversations",
            "context.fences",
            "context.runs",
            "delivery.runs");

    private final double rate;
    private final Duration time;

    /** @param rate runs a second */
    public Soak(double rate, Duration time) {
        this.rate = rate;
        this.time = time;
    }

    public void run(BenchBox box, Findings findings) throws Exception {
        var before = Tables.rows(box.box().database());
        var schedule = new Schedule(rate, Duration.ZERO, time);
        var samples = new LinkedHashMap<String, List<Line.Point>>();
        var load = CompletableFuture.supplyAsync(() -> load(box, schedule));
        long begin = System.nanoTime();
        while (!load.isDone()) {
            sample(box, (System.nanoTime() - begin) / 1e9 / SECONDS_AN_HOUR, samples);
            Thread.sleep(SAMPLE);
        }
        var seen = load.join();
        Thread.sleep(SETTLING);
        var after = Tables.rows(box.box().database());

        findings.add(
                new Figure("soak", "errors in " + schedule.count() + " runs", seen.errors(), "", new Bound.AtMost(0)));
        memory(samples, findings);
        tables(before, after, schedule.count(), findings);
        var latency = new ArrayList<>(List.of(Findings.number(rate) + "/s"));
        latency.addAll(Findings.cells(seen));
        findings.add(new Table(
                "Soak: load",
                "Runs of 20 deltas for " + time.toMinutes() + " minutes; a run counts when its end is durable.",
                List.of("offered", "count", "errors", "p50", "p95", "p99"),
                List.of(latency)));
    }

    private static Summary load(BenchBox box, Schedule schedule) {
        try {
            return new OpenLoop(schedule, PATIENCE).run(box.untilDurable(BenchRunner.deltas(DELTAS, 0)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void sample(BenchBox box, double hours, Map<String, List<Line.Point>> samples) {
        for (var process : box.box().processes()) {
            add(process.name(), process.pid(), hours, samples);
        }
        add("bench-runner", box.runner().pid(), hours, samples);
    }

    private static void add(String name, long pid, double hours, Map<String, List<Line.Point>> samples) {
        Memory.of(pid).ifPresent(mebibytes -> samples.computeIfAbsent(name, absent -> new ArrayList<>())
                .add(new Line.Point(hours, mebibytes)));
    }

    private static void memory(Map<String, List<Line.Point>> samples, Findings findings) {
        var rows = new ArrayList<List<String>>();
        double steepest = 0;
        for (var process : samples.entrySet()) {
            var points = process.getValue();
            var late = points.subList((int) (points.size() * LEFT_OUT), points.size());
            if (late.size() < 2) {
                continue;
            }
            double slope = Line.through(late).slope();
            steepest = Math.max(steepest, slope);
            rows.add(List.of(
                    process.getKey(),
                    Findings.number(points.getFirst().y()) + " MB",
                    Findings.number(points.getLast().y()) + " MB",
                    Findings.number(slope) + " MB/h"));
        }
        findings.add(new Figure(
                "soak", "memory of a process, the steepest rise", steepest, "MiB/h", new Bound.AtMost(MIB_AN_HOUR)));
        findings.add(new Table(
                "Soak: memory",
                "PSS each " + SAMPLE.toSeconds()
                        + " s; the rise is that of the line through the samples without the first fifth.",
                List.of("process", "begin", "end", "rise"),
                rows));
    }

    private static void tables(Map<String, Long> before, Map<String, Long> after, int runs, Findings findings) {
        var rows = new ArrayList<List<String>>();
        var unexpected = new ArrayList<String>();
        after.forEach((table, count) -> {
            var growth = new Growth(table, before.getOrDefault(table, 0L), count, runs);
            boolean kept = KEPT.contains(table);
            if (growth.grows() && !kept) {
                unexpected.add(table);
            }
            rows.add(List.of(
                    "`" + table + "`",
                    Long.toString(growth.before()),
                    Long.toString(growth.after()),
                    Findings.number(growth.perRun()),
                    growth.grows() ? kept ? "kept" : "**unexpected**" : ""));
        });
        findings.add(new Figure("soak", "tables that grow and should not", unexpected.size(), "", new Bound.AtMost(0)));
        findings.add(new Table(
                "Soak: tables",
                "Rows before and after, with nothing under way. *Kept*: what a run leaves behind on purpose, until its retention is over.",
                List.of("table", "before", "after", "a run", ""),
                rows));
    }
}
