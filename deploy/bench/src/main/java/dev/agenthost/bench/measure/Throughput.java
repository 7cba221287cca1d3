package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.ClosedLoop;
import dev.agenthost.bench.load.Target;
import dev.agenthost.bench.relay.Leg;
import dev.agenthost.bench.relay.Leg.Send;
import dev.agenthost.bench.relay.Relay;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.BenchRunner;
import dev.agenthost.bench.testbed.JvmCommand;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * B10 and B2: runs of 20 deltas a second with 200 at once, and the same over a copier of the same records. Then longer runs: the
 * additional usage is the cost of their results, without the fixed cost of a run.
 */
public final class Throughput implements Benchmark {
    private static final int AT_ONCE = 200;
    private static final int DELTAS = 20;
    private static final int MORE_DELTAS = 200;
    private static final double RUNS_AT_LEAST = 150;
    private static final double RATIO_AT_LEAST = 0.25;
    private static final double CPU_MILLISECONDS = 0.05;

    /** Its deltas, its start and its end. */
    private static final int RESULTS_OF_A_RUN = DELTAS + 2;

    private static final String EVENTS = "bench.copy.events";
    private static final String REQUESTS = "bench.copy.requests";
    private static final String RESULTS = "bench.copy.results";
    private static final String AUDIT = "bench.copy.audit";

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        var broker = box.box().bootstrapServers();
        findings.note("full load for " + durations.fullLoad().toSeconds() + " s, not measured");
        fullLoad(durations).run(box.untilDurable(BenchRunner.deltas(DELTAS, 0)));
        var before = TopicSizes.of(broker, Shape.WALK);
        var usedBefore = Processor.used(box);
        var walk = loop(durations).run(box.untilDurable(BenchRunner.deltas(DELTAS, 0)));
        var usedAfter = Processor.used(box);
        var shape = Shape.between(before, TopicSizes.of(broker, Shape.WALK), walk.begun());
        findings.note("walk: " + text(walk));
        findings.noteErrors(walk.latency());
        var longer = loop(durations).run(box.untilDurable(BenchRunner.deltas(MORE_DELTAS, 0)));
        var usedByLonger = Processor.used(box);
        findings.note("runs of " + MORE_DELTAS + " deltas: " + text(longer));
        findings.noteErrors(longer.latency());
        var copier = copier(box, broker, shape, durations);
        findings.note("copier: " + text(copier));
        findings.add(new Figure(
                "B2",
                "runs of 20 deltas a second, over a copier of the same records",
                walk.perSecond() / copier.perSecond(),
                "",
                new Bound.AtLeast(RATIO_AT_LEAST)));
        findings.add(new Figure(
                "B10",
                "durable runs of 20 deltas a second, 200 at once",
                walk.perSecond(),
                "/s",
                new Bound.AtLeast(RUNS_AT_LEAST)));
        var orchestrator = Service.RUN_ORCHESTRATOR.module();
        double ofARun = milliseconds(usedBefore, usedAfter, orchestrator) / walk.begun();
        double ofALongerRun = milliseconds(usedAfter, usedByLonger, orchestrator) / longer.begun();
        findings.add(new Figure(
                "CPU",
                "processor time of run-orchestrator per result, 200 at once, runs of 20 deltas, cost of the run included",
                ofARun / RESULTS_OF_A_RUN,
                "ms",
                new Bound.AtMost(CPU_MILLISECONDS)));
        findings.add(new Figure(
                "CPU",
                "the same, runs of 200 deltas",
                ofALongerRun / (MORE_DELTAS + 2),
                "ms",
                new Bound.AtMost(CPU_MILLISECONDS)));
        findings.add(new Figure(
                "CPU",
                "the same, of one additional result",
                (ofALongerRun - ofARun) / (MORE_DELTAS - DELTAS),
                "ms",
                new Bound.AtMost(CPU_MILLISECONDS)));
        findings.add(table(walk, copier));
        findings.add(table(usedBefore, usedAfter, walk.begun()));
        findings.add(table(shape));
    }

    private static ClosedLoop.Outcome copier(BenchBox box, String broker, Shape shape, Durations durations)
            throws Exception {
        var results =
                new Send(RESULTS, Math.max(1, shape.records(Topics.RUN_RESULTS)), shape.bytes(Topics.RUN_RESULTS));
        var audit = new Send(AUDIT, shape.records(Topics.AUDIT), shape.bytes(Topics.AUDIT));
        var legs = List.of(
                new Leg(EVENTS, List.of(new Send(REQUESTS, 1, shape.bytes(Topics.RUN_REQUESTS)))),
                new Leg(REQUESTS, List.of(audit, results)),
                // As context-store and delivery-service do; the last reader stands for the additional consumer of the
                // measurement.
                Leg.reading(EVENTS),
                Leg.reading(RESULTS),
                Leg.reading(RESULTS),
                Leg.reading(AUDIT));
        Target copier = Relay.start(
                JvmCommand.command(),
                broker,
                box.log("bench-copier"),
                EVENTS,
                shape.bytes(Topics.EVENTS),
                RESULTS,
                legs);
        try (var relay = (Relay) copier) {
            return loop(durations).run(relay);
        }
    }

    private static ClosedLoop fullLoad(Durations durations) {
        return new ClosedLoop(AT_ONCE, Duration.ZERO, durations.fullLoad(), durations.patience());
    }

    private static ClosedLoop loop(Durations durations) {
        return new ClosedLoop(
                AT_ONCE, durations.settling().multipliedBy(3), durations.throughput(), durations.patience());
    }

    private static String text(ClosedLoop.Outcome outcome) {
        return Findings.number(outcome.perSecond()) + "/s, " + String.join(", ", Findings.cells(outcome.latency()));
    }

    private static Table table(ClosedLoop.Outcome walk, ClosedLoop.Outcome copier) {
        return new Table(
                "B2, B10: throughput",
                "200 runs are open all the time, so the lag is steady and a latency is 200 divided by the rate.\n"
                        + "A run counts when its terminal result is on `agent.run-results`; it is then stored in the database.\n"
                        + "Broker, database, runner and generator share the cores.\n"
                        + "The copier is one process with the same number of consumers and producers, and no database.",
                List.of("", "a second", "count", "errors", "p50", "p95", "p99"),
                List.of(row("walk", walk), row("copier", copier)));
    }

    private static List<String> row(String name, ClosedLoop.Outcome outcome) {
        var row = new ArrayList<>(List.of(name, Findings.number(outcome.perSecond())));
        row.addAll(Findings.cells(outcome.latency()));
        return row;
    }

    private static double milliseconds(Map<String, Duration> before, Map<String, Duration> after, String process) {
        return after.getOrDefault(process, Duration.ZERO)
                        .minus(before.getOrDefault(process, Duration.ZERO))
                        .toNanos()
                / 1e6;
    }

    private static Table table(Map<String, Duration> before, Map<String, Duration> after, int runs) {
        var rows = new ArrayList<List<String>>();
        double whole = 0;
        for (var process : after.entrySet()) {
            double milliseconds = milliseconds(before, after, process.getKey()) / runs;
            whole += milliseconds;
            rows.add(List.of(process.getKey(), Findings.number(milliseconds) + " ms"));
        }
        rows.add(List.of("all", Findings.number(whole) + " ms"));
        return new Table(
                "Where the processor's time goes",
                "Processor time of each process for one run of 20 deltas, under the load above; a run has 22 results.",
                List.of("process", "a run"),
                rows);
    }

    private static Table table(Shape shape) {
        var rows = Shape.WALK.stream()
                .map(topic -> List.of(
                        "`" + topic + "`",
                        Findings.number(shape.of(topic).records()),
                        Integer.toString(shape.bytes(topic))))
                .toList();
        return new Table(
                "What a run of 20 deltas writes",
                "The table has the records of each run under that load and their mean size in the log: key, headers, value and overhead of the log.\n"
                        + "The overhead is 61 bytes per batch, shared by its records, and a few bytes per record.\n"
                        + "The copier carries the same number of records with values of that size, so the overhead of the log makes its records larger.",
                List.of("topic", "records", "bytes"),
                rows);
    }
}
