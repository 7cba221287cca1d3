package dev.agenthost.bench.crowd;

import dev.agenthost.bench.figure.Bound;
import dev.agenthost.bench.figure.Figure;
import dev.agenthost.bench.load.ClosedLoop;
import dev.agenthost.bench.load.Latencies;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.measure.Bench;
import dev.agenthost.bench.measure.Durations;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.runner.BenchRunner;
import dev.agenthost.bench.walk.BenchBox;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** From an event that was accepted to the first delta on its surface, with 200 runs at once. */
public final class FirstWord implements Bench {
    private static final int AT_ONCE = 200;
    private static final int DELTAS = 20;
    private static final double AT_MOST_MILLISECONDS = 50;

    private final Latencies fromAccepted = new Latencies();
    private final Latencies fromSaid = new Latencies();
    private final Latencies fromRunner = new Latencies();

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        var warmUp = durations.settling().multipliedBy(3);
        var loop = new ClosedLoop(AT_ONCE, warmUp, durations.throughput(), durations.patience());
        long from = System.nanoTime() + warmUp.toNanos();
        long until = from + durations.throughput().toNanos();
        var runs = loop.run(number -> one(box, from, until));
        findings.sayErrors(runs.latency());
        var accepted = fromAccepted.summary();
        findings.add(new Figure(
                "first",
                "event accepted → its first delta on the surface, 200 runs at once, p50",
                accepted.count() == 0 ? Double.NaN : accepted.p50(),
                "ms",
                new Bound.AtMost(AT_MOST_MILLISECONDS)));
        findings.add(new Figure(
                "first",
                "errors in these runs, each to be whole and in order",
                runs.latency().errors(),
                "",
                new Bound.AtMost(0)));
        findings.add(new Table(
                "First: the first delta with 200 at once",
                "200 runs of 20 deltas under way all the time, each followed on its live stream ("
                        + Findings.number(runs.perSecond())
                        + " runs a second). Judged is the first row: from the moment at which the 202 was read, with admission, queue, context"
                        + " and runner in it; the comparison's peer is counted so too. *Runner → surface* is the part that a person waits for once the agent"
                        + " has its first word.",
                List.of("", "count", "errors", "p50", "p95", "p99"),
                List.of(
                        row("accepted → first delta", accepted),
                        row("said → first delta", fromSaid.summary()),
                        row("runner → surface, first delta", fromRunner.summary()),
                        row("whole runs", runs.latency()))));
    }

    /** A first delta counts where the whole run went well, and was read in the measured time. */
    private CompletionStage<Long> one(BenchBox box, long from, long until) {
        long said = System.nanoTime();
        var answer = new Answer(DELTAS);
        var first = new AtomicReference<@Nullable First>();
        return box.say(BenchRunner.deltas(DELTAS, 0))
                .thenCompose(accepted -> {
                    long acceptedAt = System.nanoTime();
                    return box.follow(accepted.stream(), frame -> {
                        answer.take(frame);
                        if (Answer.stamp(frame) != 0) {
                            first.compareAndSet(null, new First(said, acceptedAt, Answer.stamp(frame), frame.at()));
                        }
                    });
                })
                .thenApply(read -> {
                    long end = answer.end();
                    take(Objects.requireNonNull(first.get()), from, until);
                    return end;
                });
    }

    /** When it was said, accepted, handed over by the runner, and read. */
    private record First(long said, long accepted, long handedOver, long read) {}

    private void take(First first, long from, long until) {
        if (first.read() >= from && first.read() < until) {
            fromSaid.record(first.read() - first.said());
            fromAccepted.record(first.read() - first.accepted());
            fromRunner.record(first.read() - first.handedOver());
        }
    }

    private static List<String> row(String name, Summary seen) {
        var row = new ArrayList<>(List.of(name));
        row.addAll(Findings.cells(seen));
        return row;
    }
}
