package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.ClosedLoop;
import dev.agenthost.bench.load.Latencies;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.BenchRunner;
import dev.agenthost.bench.testbed.JvmCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Time from an accepted event to the first delta on its surface, with 200 runs at once: of runs that emit at the speed of a model,
 * and of runs that emit everything at once, where a new run waits for all runs before it.
 */
public final class FirstDelta implements Benchmark {
    private static final int AT_ONCE = 200;
    private static final int DELTAS = 20;
    /** 20 deltas in five seconds. */
    private static final int SPOKEN_EVERY_MILLISECONDS = 250;

    private static final int ALL_AT_ONCE = 0;
    private static final double AT_MOST_MILLISECONDS = 50;

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        // A runner takes 128 runs at once on a connection, so there are two; the second connects while the load warms
        // up.
        var command = JvmCommand.command();
        command.addAll(
                List.of(BenchRunner.class.getName(), box.box().runnerAddress().toString()));
        try (var second = box.guest("bench-runner-2", command, line -> {})) {
            report(
                    findings,
                    measured(box, durations, findings, SPOKEN_EVERY_MILLISECONDS),
                    measured(box, durations, findings, ALL_AT_ONCE));
        }
    }

    private static void report(Findings findings, Outcome spoken, Outcome crowded) {
        findings.add(new Figure(
                "first",
                "event accepted → its first delta on the surface, 200 runs at once, p50",
                spoken.fromAccepted().count() == 0
                        ? Double.NaN
                        : spoken.fromAccepted().p50(),
                "ms",
                new Bound.AtMost(AT_MOST_MILLISECONDS)));
        findings.add(new Figure(
                "first",
                "errors in these runs: deltas missing or out of order",
                spoken.runs().latency().errors() + crowded.runs().latency().errors(),
                "",
                new Bound.AtMost(0)));
        findings.add(new Table(
                "First: the first delta with 200 at once",
                "200 runs of 20 deltas are open all the time on two runners, each followed on its live stream.\n"
                        + "*Spoken*: a run emits a delta every "
                        + SPOKEN_EVERY_MILLISECONDS
                        + " ms, as a model does; the first 200 runs start evenly over the five seconds of a run ("
                        + perSecond(spoken)
                        + " runs a second).\n"
                        + "*At once*: a run emits all deltas as soon as it starts ("
                        + perSecond(crowded)
                        + " runs a second, the maximum of the machine).\n"
                        + "There a new run waits for the 200 before it, so its latency is 200 divided by that rate on any host.\n"
                        + "The bound applies to the first row: from the read of the 202, with admission, queue, context and runner; the peer of the comparison counts in the same way.\n"
                        + "*Runner → surface* is the part after the first delta of the agent.",
                List.of("", "count", "errors", "p50", "p95", "p99"),
                List.of(
                        row("spoken: accepted → first delta", spoken.fromAccepted()),
                        row("spoken: sent → first delta", spoken.fromSent()),
                        row("spoken: runner → surface, first delta", spoken.fromRunner()),
                        row("at once: accepted → first delta", crowded.fromAccepted()),
                        row("at once: runner → surface, first delta", crowded.fromRunner()),
                        row("at once: whole runs", crowded.runs().latency()))));
    }

    /** The measurements of one load. */
    private record Outcome(ClosedLoop.Outcome runs, Summary fromAccepted, Summary fromSent, Summary fromRunner) {}

    private static Outcome measured(BenchBox box, Durations durations, Findings findings, int every) throws Exception {
        var warmUp = durations.settling().multipliedBy(3);
        long from = System.nanoTime() + warmUp.toNanos();
        var watch = new Watch(every, from, from + durations.throughput().toNanos());
        var runs = new ClosedLoop(AT_ONCE, warmUp, durations.throughput(), durations.patience())
                .spreadOver(Duration.ofMillis((long) every * DELTAS))
                .run(number -> watch.one(box));
        findings.noteErrors(runs.latency());
        return new Outcome(runs, watch.fromAccepted.summary(), watch.fromSent.summary(), watch.fromRunner.summary());
    }

    /** Measures runs of one kind for a time. */
    private static final class Watch {
        private final int every;
        private final long from;
        private final long until;
        private final Latencies fromAccepted = new Latencies();
        private final Latencies fromSent = new Latencies();
        private final Latencies fromRunner = new Latencies();

        Watch(int every, long from, long until) {
            this.every = every;
            this.from = from;
            this.until = until;
        }

        /** Records a first delta if its run completed whole and the delta was read in the measured time. */
        CompletionStage<Long> one(BenchBox box) {
            long sent = System.nanoTime();
            var answer = new StreamedAnswer(DELTAS);
            var first = new AtomicReference<@Nullable First>();
            return box.send(BenchRunner.deltas(DELTAS, every))
                    .thenCompose(accepted -> {
                        long acceptedAt = System.nanoTime();
                        return box.follow(accepted.stream(), frame -> {
                            answer.take(frame);
                            if (StreamedAnswer.stamp(frame) != 0) {
                                first.compareAndSet(
                                        null, new First(sent, acceptedAt, StreamedAnswer.stamp(frame), frame.at()));
                            }
                        });
                    })
                    .thenApply(read -> {
                        long end = answer.end();
                        take(Objects.requireNonNull(first.get()));
                        return end;
                    });
        }

        private void take(First first) {
            if (first.read() >= from && first.read() < until) {
                fromSent.record(first.read() - first.sent());
                fromAccepted.record(first.read() - first.accepted());
                fromRunner.record(first.read() - first.handedOver());
            }
        }
    }

    /** The times at which a text was sent and accepted, and its first delta emitted by the runner and read. */
    private record First(long sent, long accepted, long handedOver, long read) {}

    private static String perSecond(Outcome seen) {
        return Findings.number(seen.runs().perSecond());
    }

    private static List<String> row(String name, Summary seen) {
        var row = new ArrayList<>(List.of(name));
        row.addAll(Findings.cells(seen));
        return row;
    }
}
