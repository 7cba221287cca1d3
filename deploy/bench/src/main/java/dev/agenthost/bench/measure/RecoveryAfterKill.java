package dev.agenthost.bench.measure;

import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.BenchRunner;
import dev.agenthost.bench.testbed.StreamFrame;
import dev.agenthost.local.settings.Service;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * B7: a stage is killed while runs of about a second are active. Measures the time until those have ended, and until a run that is
 * begun after the kill has been read to its end.
 */
public final class RecoveryAfterKill implements Benchmark {
    private static final double AT_MOST_SECONDS = 10;
    private static final int DELTAS = 20;
    private static final int EVERY_MILLISECONDS = 50;
    private static final Duration BETWEEN = Duration.ofMillis(250);
    private static final int RUNS_BEFORE = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration AGAIN = Duration.ofMillis(50);
    private static final String RUNNER = "runner";

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        var rows = new ArrayList<List<String>>();
        double slowest = 0;
        for (var stage : stages()) {
            settle(box);
            var seen = kill(box, stage);
            slowest = Math.max(slowest, Math.max(seen.open(), seen.next()));
            findings.note(stage + " killed: open runs ended after " + Findings.number(seen.open())
                    + " s, the next was read after " + Findings.number(seen.next()) + " s");
            rows.add(List.of(stage, Findings.number(seen.open()) + " s", Findings.number(seen.next()) + " s"));
        }
        settle(box);
        findings.add(new Figure(
                "B7",
                "kill -9 of a stage → its runs continue or end, the slowest",
                slowest,
                "s",
                new Bound.AtMost(AT_MOST_SECONDS)));
        findings.add(new Table(
                "B7: deaths",
                "The bench kills one process of each stage.\n"
                        + "Runs of 20 deltas in a second start every 250 ms; then the stage gets SIGKILL, and the supervisor restarts it.\n"
                        + "*Open*: from the kill until the last run accepted before it has ended (at best, the rest of its second).\n"
                        + "*Next*: from the kill until a run that is sent after it, and sent again until it is accepted, has been read to its end (at best, its second).",
                List.of("killed", "open", "next"),
                rows));
    }

    private static List<String> stages() {
        var stages = new ArrayList<String>();
        for (var service : Service.values()) {
            stages.add(service.module());
        }
        stages.add(RUNNER);
        return stages;
    }

    private record Outcome(double open, double next) {}

    private static void settle(BenchBox box) throws InterruptedException, IOException {
        if (!box.box().awaitReady(PATIENCE)) {
            throw new IOException("the box is not ready again: " + box.box().processes());
        }
        box.awaitRunner();
        next(box, System.nanoTime());
    }

    private static Outcome kill(BenchBox box, String stage) throws InterruptedException, IOException {
        var text = BenchRunner.deltas(DELTAS, EVERY_MILLISECONDS);
        var open = new ConcurrentLinkedQueue<CompletableFuture<Long>>();
        for (int i = 0; i < RUNS_BEFORE; i++) {
            // A run that ended badly has ended as well; when, is not worth less.
            box.send(text)
                    .thenAccept(accepted -> open.add(box.endOf(accepted.runId())
                            .toCompletableFuture()
                            .exceptionally(failure -> System.nanoTime())));
            Thread.sleep(BETWEEN);
        }
        long killed = System.nanoTime();
        if (stage.equals(RUNNER)) {
            box.replaceRunner();
        } else {
            box.box().kill(stage, 1);
        }
        double next = next(box, killed);
        return new Outcome((last(open, stage, killed) - killed) / 1e9, next);
    }

    private static long last(Collection<CompletableFuture<Long>> open, String stage, long killed) throws IOException {
        long last = killed;
        long until = System.nanoTime() + PATIENCE.toNanos();
        for (var end : open) {
            try {
                last = Math.max(last, inTime(end, until).join());
            } catch (CompletionException tooLate) {
                throw new IOException(
                        stage + " killed: a run that was open then has not ended " + PATIENCE.toSeconds()
                                + " s after the next one was read",
                        tooLate);
            }
        }
        return last;
    }

    /** Sends a text until it is accepted, and follows the run to its end; returns the seconds since the kill. */
    private static double next(BenchBox box, long since) throws InterruptedException, IOException {
        var text = BenchRunner.deltas(DELTAS, EVERY_MILLISECONDS);
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until) {
            try {
                var accepted = inTime(box.send(text), until).join();
                while (System.nanoTime() < until) {
                    if (read(box, accepted.stream(), until)) {
                        return (System.nanoTime() - since) / 1e9;
                    }
                    Thread.sleep(AGAIN);
                }
            } catch (CompletionException notAccepted) {
                Thread.sleep(AGAIN);
            }
        }
        throw new IOException("nobody answered for " + PATIENCE.toSeconds() + " s");
    }

    private static boolean read(BenchBox box, String stream, long until) {
        var last = new StreamFrame[1];
        inTime(box.follow(stream, frame -> last[0] = frame), until)
                .exceptionally(cutOrRefusedOrTooLate -> null)
                .join();
        return last[0] != null && last[0].isTerminal();
    }

    /** The same stage, failed when that moment comes first. */
    private static <T> CompletableFuture<T> inTime(CompletionStage<T> stage, long until) {
        return stage.toCompletableFuture().orTimeout(until - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
}
