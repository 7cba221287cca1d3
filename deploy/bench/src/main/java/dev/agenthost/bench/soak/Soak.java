package dev.agenthost.bench.soak;

import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.BenchRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A steady load for a long time; measures errors, process deaths, growth of memory and growth of tables. One run in ten is begun
 * by an adapter and answered on its topic; the others are posted to the front door.
 */
public final class Soak {
    private static final int DELTAS = 20;
    private static final double BY_ADAPTER = 0.1;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SETTLING = Duration.ofSeconds(10);
    private static final double MIB_AN_HOUR = 32;

    private final double rate;
    private final Duration time;

    /** @param rate runs a second */
    public Soak(double rate, Duration time) {
        this.rate = rate;
        this.time = time;
    }

    public void run(BenchBox box, Findings findings) throws Exception {
        var before = Tables.rows(box.box().database());
        var text = BenchRunner.deltas(DELTAS, 0);
        try (var adapter = box.adapter()) {
            var loads = List.of(
                    new SoakLoad("front door", schedule(1 - BY_ADAPTER), box.untilDurable(text)),
                    new SoakLoad("adapter", schedule(BY_ADAPTER), adapter.untilReceipt(text)));
            var watch = new ProcessMonitor(box);
            watch.check();
            var seen = watch(watch, loads, findings);
            Thread.sleep(SETTLING);
            watch.check();
            errors(loads, seen, findings);
            died(watch.lives(), findings);
            memory(watch, findings);
            tables(before, Tables.rows(box.box().database()), count(loads), findings);
            findings.add(load(loads, seen));
        }
    }

    private LoadSchedule schedule(double share) {
        return new LoadSchedule(rate * share, Duration.ZERO, time);
    }

    private List<Summary> watch(ProcessMonitor watch, List<SoakLoad> loads, Findings findings)
            throws InterruptedException {
        var running = loads.stream().map(load -> load.start(PATIENCE)).toList();
        var all = CompletableFuture.allOf(running.toArray(CompletableFuture<?>[]::new));
        long printed = 0;
        while (!all.isDone()) {
            Thread.sleep(ProcessMonitor.EACH);
            watch.check();
            if (watch.minutes() > printed) {
                printed = watch.minutes();
                findings.note(watch.line(time, loads));
            }
        }
        return running.stream().map(CompletableFuture::join).toList();
    }

    private static long count(List<SoakLoad> loads) {
        return loads.stream().mapToLong(load -> load.schedule().count()).sum();
    }

    private static void errors(List<SoakLoad> loads, List<Summary> seen, Findings findings) {
        seen.forEach(findings::noteErrors);
        long errors = seen.stream().mapToLong(Summary::errors).sum();
        findings.add(new Figure("soak", "errors in " + count(loads) + " runs", errors, "", new Bound.AtMost(0)));
    }

    private static void died(ProcessDeaths lives, Findings findings) {
        findings.add(new Figure("soak", "processes that died", lives.deaths(), "", new Bound.AtMost(0)));
    }

    private static void memory(ProcessMonitor watch, Findings findings) {
        double steepest =
                watch.memories().steepest().map(MemorySeries.Rise::anHour).orElse(0.0);
        findings.add(new Figure(
                "soak", "steepest rise of the memory of a process", steepest, "MiB/h", new Bound.AtMost(MIB_AN_HOUR)));
        var rows = watch.memories().rises().stream()
                .map(rise -> List.of(
                        rise.process(),
                        Findings.number(rise.first()) + " MB",
                        Findings.number(rise.last()) + " MB",
                        Findings.number(rise.anHour()) + " MB/h",
                        Integer.toString(watch.lives().deaths(rise.process()))))
                .toList();
        findings.add(new Table(
                "Soak: processes",
                "PSS is read each minute, after a requested collection.\n"
                        + "The rise is the median of the slopes between any two samples, without the first fifth.\n"
                        + "*Died*: the number of restarts by the supervisor and of changes of the process id.",
                List.of("process", "begin", "end", "rise", "died"),
                rows));
    }

    private static void tables(Map<String, Long> before, Map<String, Long> after, long runs, Findings findings) {
        var growths = after.entrySet().stream()
                .map(table ->
                        new Growth(table.getKey(), before.getOrDefault(table.getKey(), 0L), table.getValue(), runs))
                .toList();
        findings.add(new Figure(
                "soak",
                "tables with unexpected growth",
                growths.stream().filter(Growth::isUnexpected).count(),
                "",
                new Bound.AtMost(0)));
        findings.add(new Table(
                "Soak: tables",
                "The table has the rows before and after, without open runs.\n"
                        + "*Kept*: the retention of new rows, where a run leaves any.\n"
                        + "Messages and artifacts are kept without limit; rows that only serve repetitions and queries about runs are kept for 35 days.",
                List.of("table", "before", "after", "a run", "kept"),
                growths.stream()
                        .map(growth -> List.of(
                                "`" + growth.table() + "`",
                                Long.toString(growth.before()),
                                Long.toString(growth.after()),
                                Findings.number(growth.perRun()),
                                growth.retention()))
                        .toList()));
    }

    private Table load(List<SoakLoad> loads, List<Summary> seen) {
        var rows = new ArrayList<List<String>>();
        for (int i = 0; i < loads.size(); i++) {
            var row = new ArrayList<>(List.of(
                    loads.get(i).name(), Findings.number(loads.get(i).schedule().rate()) + "/s"));
            row.addAll(Findings.cells(seen.get(i)));
            rows.add(row);
        }
        return new Table(
                "Soak: load",
                "The load is runs of 20 deltas for "
                        + time.toMinutes()
                        + " minutes.\n"
                        + "At the front door a run counts when its end is durable.\n"
                        + "From an adapter it counts when the adapter has read the answer and sent its receipt, and the receipt is durable.",
                List.of("by", "offered", "count", "errors", "p50", "p95", "p99"),
                rows);
    }
}
