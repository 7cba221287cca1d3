package dev.agenthost.bench.measure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.JvmCommand;
import dev.agenthost.bench.testbed.LineProcess;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** B9: runs that only wait, held by one orchestrator: their cost in memory, and the latency of other runs beside them. */
public final class OpenRuns implements Benchmark {
    /** The required number of open runs; a later release requires 10,000. */
    public static final int FIRST = 2000;

    private static final String BOT = "hold";
    private static final int SHORT_RUNS_A_SECOND = 5;
    private static final int SAID_AT_ONCE = 64;
    private static final int HEAP_MB = 1024;
    private static final int RUN_SECONDS = 3600;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration SAY_HOW_MANY = Duration.ofSeconds(5);
    private static final double KIB_IN_MIB = 1024;

    private final int wanted;

    /** @param wanted number of runs open at once */
    public OpenRuns(int wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("open runs are at least 1, not " + wanted);
        }
        this.wanted = wanted;
    }

    /** Of the orchestrator, in mebibytes. */
    private record Cost(double pss, double heap) {
        static Cost of(BenchBox box) throws IOException, InterruptedException {
            long pid = box.process(Service.RUN_ORCHESTRATOR.module()).pid();
            double heap = Heap.afterCollection(pid);
            return new Cost(Memory.of(pid).orElse(0.0), heap);
        }

        double pssOver(Cost before, int runs) {
            return (pss - before.pss) * KIB_IN_MIB / runs;
        }

        double heapOver(Cost before, int runs) {
            return (heap - before.heap) * KIB_IN_MIB / runs;
        }
    }

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        var held = new AtomicInteger();
        int connections = Math.ceilDiv(wanted, HoldingRunner.ON_A_CONNECTION);
        var command = JvmCommand.command(HEAP_MB);
        command.addAll(List.of(
                HoldingRunner.class.getName(), box.orchestratorAddress().toString(), Integer.toString(connections)));
        try (var runner = box.guest("holding-runner", command, line -> count(line, held))) {
            box.serve(BOT, HoldingRunner.ID, policies());
            var alone = shortRuns(box, durations);
            var before = Cost.of(box);
            findings.note("without open runs: " + text(before) + ", a short answer p50 " + Findings.number(alone.p50())
                    + " ms");
            var ends = new RunEndCounter();
            open(box, ends);
            int most = awaitHeld(held, ends, durations.patience().multipliedBy(3), findings);
            var during = Cost.of(box);
            findings.note(most + " open: " + text(during));
            var beside = shortRuns(box, durations);
            // The runs that the runner still holds after other runs were answered.
            int open = Math.min(most, held.get());
            release(runner, ends, most, durations.patience().multipliedBy(3));
            var after = Cost.of(box);
            report(findings, open, ends, alone, beside, List.of(before, during, after));
        }
    }

    private static ObjectNode policies() {
        var policies = ProtocolCodec.mapper().createObjectNode();
        policies.putObject("deadline_policy").put("queue_seconds", RUN_SECONDS).put("run_seconds", RUN_SECONDS);
        return policies;
    }

    private static void count(String line, AtomicInteger held) {
        if (line.startsWith(HoldingRunner.HELD)) {
            held.set(Integer.parseInt(line.substring(HoldingRunner.HELD.length())));
        }
    }

    private static Summary shortRuns(BenchBox box, Durations durations) throws InterruptedException {
        var schedule = new LoadSchedule(SHORT_RUNS_A_SECOND, durations.settling(), durations.atEachRate());
        return new OpenLoop(schedule, durations.patience()).run(box.untilRead("hello", frame -> {}));
    }

    private void open(BenchBox box, RunEndCounter ends) throws InterruptedException {
        var room = new Semaphore(SAID_AT_ONCE);
        for (int i = 0; i < wanted; i++) {
            room.acquire();
            box.send(BOT, "held-" + i, "hold").whenComplete((accepted, refused) -> {
                room.release();
                if (refused != null) {
                    ends.refused(refused);
                } else {
                    ends.follow(box.endOf(accepted.runId()));
                }
            });
        }
        room.acquire(SAID_AT_ONCE);
    }

    private int awaitHeld(AtomicInteger held, RunEndCounter ends, Duration patience, Findings findings)
            throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        long next = System.nanoTime();
        while (held.get() + ends.failed() < wanted && System.nanoTime() < until) {
            if (System.nanoTime() >= next) {
                findings.note(held.get() + " of " + wanted + " held");
                next = System.nanoTime() + SAY_HOW_MANY.toNanos();
            }
            Thread.sleep(LOOK);
        }
        return held.get();
    }

    private static void release(LineProcess runner, RunEndCounter ends, int most, Duration patience)
            throws IOException, InterruptedException {
        runner.writeLine(HoldingRunner.RELEASE);
        long until = System.nanoTime() + patience.toNanos();
        while (ends.well() < most && !ends.areAllIn() && System.nanoTime() < until) {
            Thread.sleep(LOOK);
        }
    }

    private void report(
            Findings findings, int open, RunEndCounter ends, Summary alone, Summary beside, List<Cost> costs) {
        findings.noteErrors(beside);
        ends.reasons().forEach(why -> findings.note("    " + why));
        long errors = wanted - ends.well() + alone.errors() + beside.errors();
        findings.add(new Figure(
                "B9", "open, waiting runs of one orchestrator", open, "", new Bound.AtLeast(Math.max(FIRST, wanted))));
        findings.add(
                new Figure("B9", "errors of these runs and of concurrent short runs", errors, "", new Bound.AtMost(0)));
        var before = costs.get(0);
        var during = costs.get(1);
        findings.add(new Table(
                "B9: open runs",
                "A runner accepts "
                        + wanted
                        + " runs over "
                        + Math.ceilDiv(wanted, HoldingRunner.ON_A_CONNECTION)
                        + " connections (128 on each) and holds them until the bench ends them.\n"
                        + "*Heap* is the live heap after a collection; memory is PSS.\n"
                        + "*Short answer*: meanwhile another runner gives "
                        + SHORT_RUNS_A_SECOND
                        + " one-message answers a second, each read to its end.\n"
                        + "An open run costs "
                        + Findings.number(during.pssOver(before, Math.max(1, open)))
                        + " KiB of memory, "
                        + Findings.number(during.heapOver(before, Math.max(1, open)))
                        + " KiB of it in the heap.",
                List.of("", "memory", "heap", "short answer p50", "p99"),
                List.of(
                        row("none open", before, alone),
                        row(open + " open", during, beside),
                        List.of(
                                "all ended",
                                Findings.number(costs.get(2).pss()) + " MB",
                                Findings.number(costs.get(2).heap()) + " MB",
                                "",
                                ""))));
    }

    private static List<String> row(String name, Cost cost, Summary seen) {
        return List.of(
                name,
                Findings.number(cost.pss()) + " MB",
                Findings.number(cost.heap()) + " MB",
                Findings.number(seen.p50()) + " ms",
                Findings.number(seen.p99()) + " ms");
    }

    private static String text(Cost cost) {
        return Findings.number(cost.pss()) + " MB, " + Findings.number(cost.heap()) + " MB of heap";
    }
}
