package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.Latencies;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.BenchRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Many runs of 20 deltas, sent at one moment: all are answered, each delta once and in order. */
public final class ConcurrentRuns implements Benchmark {
    /** The promised number of runs. */
    public static final int RUNS = 2000;

    private static final int DELTAS = 20;
    private static final int SAY_EACH = 500;

    private final int runs;

    public ConcurrentRuns(int runs) {
        if (runs < 1) {
            throw new IllegalArgumentException("runs at once are at least 1, not " + runs);
        }
        this.runs = runs;
    }

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        var text = BenchRunner.deltas(DELTAS, 0);
        var latencies = new Latencies();
        var ended = new AtomicInteger();
        var all = new ArrayList<CompletableFuture<Boolean>>();
        long begin = System.nanoTime();
        for (int i = 0; i < runs; i++) {
            var answer = new StreamedAnswer(DELTAS);
            all.add(box.send(text)
                    .thenCompose(accepted -> box.follow(accepted.stream(), answer::take))
                    .thenApply(read -> answer.end())
                    .handle((at, failure) -> {
                        if (failure != null) {
                            latencies.error(failure.toString());
                        } else {
                            latencies.record(at - begin);
                        }
                        int now = ended.incrementAndGet();
                        if (now % SAY_EACH == 0) {
                            findings.note(now + " of " + runs + " after " + seconds(begin) + " s");
                        }
                        return failure == null;
                    })
                    .toCompletableFuture());
        }
        findings.note(runs + " said after " + seconds(begin) + " s");
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
                    .get(durations.patience().multipliedBy(3).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            all.stream().filter(one -> !one.isDone()).forEach(one -> latencies.error("not out in time"));
        }
        var seen = latencies.summary();
        findings.noteErrors(seen);
        findings.add(new Figure(
                "crowd",
                "errors in " + runs + " runs of 20 deltas started at once: deltas missing or out of order",
                seen.errors(),
                "",
                new Bound.AtMost(0)));
        findings.add(new Table(
                "Crowd: all at once",
                "The runs start at one moment, each followed on its live stream: 20 deltas, each once and in the order of the runner, then the end.\n"
                        + "The runner accepts 128 runs at once; the others wait in the queue of run-orchestrator (60 s at most, the default of agents).\n"
                        + "Latency counts from the first event to the end of an answer.",
                List.of("runs", "answered", "errors", "p50", "p99", "the last"),
                List.of(List.of(
                        Integer.toString(runs),
                        Long.toString(seen.count()),
                        Long.toString(seen.errors()),
                        Findings.number(seen.p50() / 1000) + " s",
                        Findings.number(seen.p99() / 1000) + " s",
                        Findings.number(seen.max() / 1000) + " s"))));
    }

    private static String seconds(long begin) {
        return Findings.number((System.nanoTime() - begin) / 1e9);
    }
}
