package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.Latencies;
import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.BenchRunner;
import dev.agenthost.bench.testbed.StreamFrame;
import java.util.List;
import java.util.regex.Pattern;

/** B3: a delta from the runner's hand until it is read from the live stream. */
public final class DeltaLatency implements Benchmark {
    private static final Pattern STAMP = Pattern.compile("\"content\":\"(\\d+)\"");
    private static final int DELTAS = 20;
    private static final int EVERY_MILLISECONDS = 50;
    private static final int RUNS_A_SECOND = 5;
    private static final double AT_MOST_MILLISECONDS = 10;

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        var latencies = new Latencies();
        var text = BenchRunner.deltas(DELTAS, EVERY_MILLISECONDS);
        var schedule = new LoadSchedule(RUNS_A_SECOND, durations.settling(), durations.throughput());
        var runs =
                new OpenLoop(schedule, durations.patience()).run(box.untilRead(text, frame -> take(frame, latencies)));
        var seen = latencies.summary();
        findings.add(new Figure(
                "B3", "a delta, runner → surface, p50", seen.p50(), "ms", new Bound.AtMost(AT_MOST_MILLISECONDS)));
        findings.add(new Table(
                "B3: deltas",
                "Five runs start per second, each of 20 deltas, one every 50 ms: 100 deltas a second in five live streams.\n"
                        + "Both ends read the machine's monotonic clock.",
                List.of("", "count", "errors", "p50", "p95", "p99"),
                List.of(row("deltas", Findings.cells(seen)), row("whole runs", Findings.cells(runs)))));
    }

    private static void take(StreamFrame frame, Latencies latencies) {
        var stamp = STAMP.matcher(frame.data());
        if (frame.type().equals("message.delta") && stamp.find()) {
            latencies.record(frame.at() - Long.parseLong(stamp.group(1)));
        }
    }

    private static List<String> row(String name, List<String> cells) {
        return java.util.stream.Stream.concat(java.util.stream.Stream.of(name), cells.stream())
                .toList();
    }
}
