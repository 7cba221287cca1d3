package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.JvmCommand;
import dev.agenthost.bench.testbed.WireFrames;
import dev.agenthost.local.settings.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * One runner floods, or does not read its socket: the effect on other runs, the memory of the orchestrator, the end of its runs.
 */
public final class HostileRunners implements Benchmark {
    private static final String BOT = "wild";
    private static final int ORDINARY_A_SECOND = 20;
    private static final int DELTAS = 100_000;
    private static final int DEAF_SECONDS = 10;
    private static final int SAID_TO_THE_DEAF = 40;
    private static final Duration BETWEEN = Duration.ofMillis(200);

    /** Longer than a deaf runner is deaf. */
    private static final Duration LEAST = Duration.ofSeconds(15);

    /** A flood is read at its own pace, which takes longer than any other measure. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final int HEAP_MB = 512;
    private static final double TIMES = 2;

    /** The heap of a service and as much again: memory outside of the heap must not depend on runners. */
    private static final double MEBIBYTES = 512;

    private static final String WELL = "ended well";
    private static final String OVERLOADED = "host.overloaded";
    private static final String LOST = "runner.lost";

    /** @param designed the allowed ends of its runs; any other end is wrong */
    private record Outcome(Summary others, double peak, List<String> ends, List<String> designed) {
        long errors() {
            return others.errors()
                    + ends.stream().filter(end -> !designed.contains(end)).count();
        }
    }

    private interface Doing {
        List<CompletionStage<String>> harm() throws InterruptedException;
    }

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        var command = JvmCommand.command(HEAP_MB);
        command.addAll(List.of(
                FloodingRunner.class.getName(), box.orchestratorAddress().toString()));
        try (var runner = box.guest("wild-runner", command, line -> {})) {
            box.serve(BOT, FloodingRunner.ID, WireFrames.object());
            send(box, "hello").toCompletableFuture().get(durations.patience().toMillis(), TimeUnit.MILLISECONDS);
            var alone = beside(box, durations, List.of(), List::of);
            findings.note("no harm done: " + text(alone));
            var flood = beside(box, durations, List.of(WELL, OVERLOADED), () -> floods(box, durations));
            findings.note(DELTAS + " deltas of one run, one run after the other: " + text(flood) + "; it: "
                    + counted(flood.ends()));
            var deaf = beside(box, durations, List.of(WELL, LOST), () -> deaf(box));
            findings.note("a socket that is not read for " + DEAF_SECONDS + " s: " + text(deaf) + "; its runs "
                    + counted(deaf.ends()));
            report(findings, alone, flood, deaf);
        }
    }

    /** Ordinary runs, and after a while the harm beside them. */
    private static Outcome beside(BenchBox box, Durations durations, List<String> designed, Doing doing)
            throws Exception {
        var time = time(durations);
        var loop = new OpenLoop(new LoadSchedule(ORDINARY_A_SECOND, durations.settling(), time), durations.patience());
        try (var memory =
                new PeakMemory(box.process(Service.RUN_ORCHESTRATOR.module()).pid())) {
            var others = new CompletableFuture<Summary>();
            Thread.ofPlatform().name("ordinary-runs").start(() -> {
                try {
                    others.complete(loop.run(box.untilRead("hello", frame -> {})));
                } catch (InterruptedException | RuntimeException e) {
                    others.completeExceptionally(e);
                }
            });
            Thread.sleep(durations.settling());
            var ends = new ArrayList<String>();
            long until = System.nanoTime() + time.plus(PATIENCE).toNanos();
            for (var end : doing.harm()) {
                ends.add(end.toCompletableFuture()
                        .completeOnTimeout("not ended", until - System.nanoTime(), TimeUnit.NANOSECONDS)
                        .get());
            }
            return new Outcome(others.get(), memory.most(), ends, designed);
        }
    }

    /** One flood after the other, until the time is over. */
    private static List<CompletionStage<String>> floods(BenchBox box, Durations durations) throws InterruptedException {
        var ends = new ArrayList<CompletionStage<String>>();
        long until = System.nanoTime() + time(durations).toNanos();
        while (System.nanoTime() < until) {
            var flood = send(box, "flood " + DELTAS).toCompletableFuture();
            ends.add(flood);
            try {
                flood.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException late) {
                break;
            }
        }
        return ends;
    }

    private static Duration time(Durations durations) {
        return durations.atEachRate().compareTo(LEAST) < 0 ? LEAST : durations.atEachRate();
    }

    private static List<CompletionStage<String>> deaf(BenchBox box) throws InterruptedException {
        var ends = new ArrayList<CompletionStage<String>>();
        ends.add(send(box, "deaf " + DEAF_SECONDS));
        for (int i = 0; i < SAID_TO_THE_DEAF; i++) {
            Thread.sleep(BETWEEN);
            ends.add(send(box, "hello"));
        }
        return ends;
    }

    private static CompletionStage<String> send(BenchBox box, String text) {
        return box.send(BOT, "w-" + System.nanoTime(), text)
                .thenCompose(accepted -> box.endOf(accepted.runId()))
                .handle((at, failure) -> failure == null ? WELL : code(String.valueOf(failure)));
    }

    /** The known code in a failure, else the failure itself. */
    static String code(String failure) {
        return Stream.of(OVERLOADED, LOST).filter(failure::contains).findFirst().orElse(failure);
    }

    private static String counted(List<String> ends) {
        var counts = new TreeMap<String, Integer>();
        ends.forEach(end -> counts.merge(end, 1, Integer::sum));
        return counts.toString();
    }

    private static String text(Outcome seen) {
        return "others p50 " + Findings.number(seen.others().p50()) + " ms, p99 "
                + Findings.number(seen.others().p99()) + " ms, " + seen.others().errors()
                + " errors; orchestrator at most " + Findings.number(seen.peak()) + " MB";
    }

    private static void report(Findings findings, Outcome alone, Outcome flood, Outcome deaf) {
        var all = List.of(alone, flood, deaf);
        all.forEach(seen -> findings.noteErrors(seen.others()));
        findings.add(new Figure(
                "flood",
                "errors of ordinary runs, and unexpected ends of hostile runs",
                all.stream().mapToLong(Outcome::errors).sum(),
                "",
                new Bound.AtMost(0)));
        findings.add(new Figure(
                "flood",
                "ordinary runs during floods, over without, p50",
                flood.others().p50() / alone.others().p50(),
                "",
                new Bound.AtMost(TIMES)));
        findings.add(new Figure(
                "flood",
                "ordinary runs beside a runner that does not read, over without, p50",
                deaf.others().p50() / alone.others().p50(),
                "",
                new Bound.AtMost(TIMES)));
        findings.add(new Figure(
                "flood",
                "largest memory of run-orchestrator meanwhile",
                all.stream().mapToDouble(Outcome::peak).max().orElse(0),
                "MB",
                new Bound.AtMost(MEBIBYTES)));
        findings.add(new Table(
                "Flood: runners that do harm",
                ORDINARY_A_SECOND
                        + " ordinary runs a second use another runner and are read to their end.\n"
                        + "The first hostile runner sends runs of "
                        + DELTAS
                        + " deltas, one after the other, and awaits none of them.\n"
                        + "The second does not read its socket for "
                        + DEAF_SECONDS
                        + " s while "
                        + SAID_TO_THE_DEAF
                        + " more runs are sent to it.\n"
                        + "The host limits the rate of results of a run, and reads its socket no faster.\n"
                        + "It closes a connection without a sign of life; its runs end as `runner.lost`, and later runs wait for the next connection.\n"
                        + "Memory is the highest PSS of four samples a second.",
                List.of("beside", "count", "errors", "p50", "p95", "p99", "memory", "its runs"),
                List.of(row("nothing", alone), row("floods", flood), row("a socket that is not read", deaf))));
    }

    private static List<String> row(String name, Outcome seen) {
        var row = new ArrayList<>(List.of(name));
        row.addAll(Findings.cells(seen.others()));
        row.add(Findings.number(seen.peak()) + " MB");
        row.add(seen.ends().isEmpty() ? "" : counted(seen.ends()).replaceAll("[{}]", ""));
        return row;
    }
}
