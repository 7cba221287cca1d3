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
import dev.agenthost.bench.walk.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

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
        var runs = loop.run(number -> one(box, from));
        findings.sayErrors(runs.latency());
        var accepted = fromAccepted.summary();
        findings.add(new Figure(
                "first",
                "event accepted → its first delta on the surface, 200 runs at once, p50",
                accepted.p50(),
                "ms",
                new Bound.AtMost(AT_MOST_MILLISECONDS)));
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

    private CompletionStage<Long> one(BenchBox box, long from) {
        long said = System.nanoTime();
        var answer = new Answer(DELTAS);
        var first = new AtomicBoolean(true);
        return box.say(BenchRunner.deltas(DELTAS, 0))
                .thenCompose(accepted -> {
                    long acceptedAt = System.nanoTime();
                    return box.follow(accepted.stream(), frame -> {
                        answer.take(frame);
                        if (Answer.stamp(frame) != 0 && first.compareAndSet(true, false) && frame.at() >= from) {
                            take(frame, said, acceptedAt);
                        }
                    });
                })
                .thenApply(read -> answer.end());
    }

    private void take(Frame frame, long said, long accepted) {
        fromSaid.record(frame.at() - said);
        fromAccepted.record(frame.at() - accepted);
        fromRunner.record(frame.at() - Answer.stamp(frame));
    }

    private static List<String> row(String name, Summary seen) {
        var row = new ArrayList<>(List.of(name));
        row.addAll(Findings.cells(seen));
        return row;
    }
}
