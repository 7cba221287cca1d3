package dev.agenthost.bench.hostcalls;

import dev.agenthost.bench.measure.Benchmark;
import dev.agenthost.bench.measure.Durations;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.JvmCommand;
import dev.agenthost.bench.testbed.LineProcess;
import dev.agenthost.bench.testbed.WireFrames;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.local.settings.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** B5: a Host API call with all checks and the audit, over the same call through a host that only forwards it. */
public final class HostCallCost implements Benchmark {
    private static final double AT_MOST = 1.3;
    private static final String BOT = "calls";
    private static final String CONVERSATION = "c-calls";
    private static final int SAID_BEFORE = 30;

    /** Calls of one run; a run may make a burst of 400. */
    private static final int CALLS = 300;

    private static final int RUNS = 16;
    private static final int IN_FLIGHT = 64;
    private static final int ROUNDS_ALONE = 8;
    private static final int ROUNDS_TOGETHER = 3;

    private final Batches batches = new Batches();
    private int batch;

    /**
     * A pattern of calls.
     *
     * @param runs at once
     * @param atOnce in each
     */
    private record Way(String name, int runs, int atOnce, int rounds) {}

    private static final List<Way> WAYS = List.of(
            new Way("one after another", 1, 1, ROUNDS_ALONE),
            new Way(IN_FLIGHT + " in flight", RUNS, IN_FLIGHT / RUNS, ROUNDS_TOGETHER));

    /** Both sides of one kind of call. */
    private record Compared(CallSeries with, CallSeries without) {
        double ratio() {
            return with.summary().p50() / without.summary().p50();
        }
    }

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        var port = new CompletableFuture<Integer>();
        var bareCommand = JvmCommand.command();
        bareCommand.addAll(List.of(
                BaselineHost.class.getName(),
                "http://127.0.0.1:"
                        + box.process(Service.CONTEXT_STORE.module()).port(),
                BoxKeys.DEMO,
                BOT,
                CONVERSATION));
        try (var bare = box.guest("bare-host", bareCommand, line -> ready(line, port))) {
            bare.writeLine(box.box().keys().internalKey());
            long patience = durations.patience().toMillis();
            var command = JvmCommand.command();
            command.addAll(List.of(
                    CallingRunner.class.getName(),
                    box.orchestratorAddress().toString(),
                    "ws://127.0.0.1:" + port.get(patience, TimeUnit.MILLISECONDS) + "/"));
            try (var runner = box.guest("calling-runner", command, batches::take)) {
                box.serve(BOT, CallingRunner.ID, WireFrames.object().put("turn_policy", "parallel"));
                for (int i = 0; i < SAID_BEFORE; i++) {
                    send(box, "said before, so that there is a page to read: " + i, patience);
                }
                send(box, CallingRunner.PREPARE, patience);
                compare(box, bare, durations, findings);
            }
        }
    }

    private static void ready(String line, CompletableFuture<Integer> port) {
        if (line.startsWith(BaselineHost.READY)) {
            port.complete(Integer.parseInt(line.substring(BaselineHost.READY.length())));
        }
    }

    private static void send(BenchBox box, String text, long patience) throws Exception {
        box.send(BOT, CONVERSATION, text)
                .thenCompose(accepted -> box.endOf(accepted.runId()))
                .toCompletableFuture()
                .get(patience, TimeUnit.MILLISECONDS);
    }

    private void compare(BenchBox box, LineProcess bare, Durations durations, Findings findings) throws Exception {
        var rows = new ArrayList<List<String>>();
        long errors = 0;
        for (var action : List.of(CallPlan.STATE, CallPlan.HISTORY)) {
            for (var way : WAYS) {
                round(box, bare, action, way, durations, new CallSeries(), new CallSeries());
                var seen = new Compared(new CallSeries(), new CallSeries());
                for (int i = 0; i < way.rounds(); i++) {
                    round(box, bare, action, way, durations, seen.with(), seen.without());
                }
                errors += seen.with().summary().errors()
                        + seen.without().summary().errors();
                findings.add(new Figure(
                        "B5",
                        "`" + action + "` with checks and audit, over without, " + way.name() + ", p50",
                        seen.ratio(),
                        "",
                        new Bound.AtMost(AT_MOST)));
                rows.add(row("host", action, way, seen.with()));
                rows.add(row("bare", action, way, seen.without()));
            }
        }
        findings.add(new Figure("B5", "refused or failed calls", errors, "", new Bound.AtMost(0)));
        findings.add(new Table(
                "B5: calls of runners",
                "The same runner, with the same SDK, calls run-orchestrator and a bare host in turns; each is a process of its own with the same flags.\n"
                        + "The turn of the bare host starts two seconds after the runs of the other have ended.\n"
                        + "The bare host reads a frame of the WebSocket, calls context-store over a pool of connections, reads the answer as JSON and writes it into a frame.\n"
                        + "It checks no session, grant, rate, deadline or lease, and audits nothing.\n"
                        + "A run makes "
                        + CALLS
                        + " calls; "
                        + IN_FLIGHT
                        + " in flight are "
                        + RUNS
                        + " runs of "
                        + IN_FLIGHT / RUNS
                        + " threads. A page has 20 entries.",
                List.of("by", "call", "how", "a second", "count", "errors", "p50", "p95", "p99"),
                rows));
    }

    /** Measures one batch through the host and one through the bare host. */
    private void round(
            BenchBox box,
            LineProcess bare,
            String action,
            Way way,
            Durations durations,
            CallSeries with,
            CallSeries without)
            throws Exception {
        var host = new CallPlan(action, CALLS, way.atOnce(), "b" + batch++, way.runs());
        var ends = new ArrayList<CompletableFuture<Long>>();
        for (int i = 0; i < way.runs(); i++) {
            ends.add(box.send(BOT, CONVERSATION, host.text())
                    .thenCompose(accepted -> box.endOf(accepted.runId()))
                    .toCompletableFuture());
        }
        with.add(batches.await(host.batch(), way.runs(), durations.patience()));
        CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new))
                .get(durations.patience().toMillis(), TimeUnit.MILLISECONDS);
        // The host still works on the audit of these calls, which must not slow the calls of the bare host.
        Thread.sleep(durations.settling());
        var passed = new CallPlan(action, CALLS, way.atOnce(), "b" + batch++, way.runs());
        for (int i = 0; i < way.runs(); i++) {
            bare.writeLine(passed.text());
        }
        without.add(batches.await(passed.batch(), way.runs(), durations.patience()));
    }

    private static List<String> row(String by, String action, Way way, CallSeries side) {
        var seen = side.summary();
        return List.of(
                by,
                "`" + action + "`",
                way.name(),
                Findings.number(side.perSecond()),
                Long.toString(seen.count()),
                Long.toString(seen.errors()),
                Findings.number(seen.p50()) + " ms",
                Findings.number(seen.p95()) + " ms",
                Findings.number(seen.p99()) + " ms");
    }
}
