package dev.agenthost.bench.graph;

import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.task.TaskCatalogue;
import dev.agenthost.bench.load.Latencies;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Three chained steps of a persistent graph, one graph after the other: alone, and beside other runs. */
final class DurableSteps {
    private static final int OTHERS_A_SECOND = 20;
    private static final int COMMITS_FOR_EACH = 3;
    private static final double MEDIAN_MILLIS = 50;
    private static final double P99_MILLIS = 200;

    private final BenchBox box;
    private final CaseRunner cases;
    private final Duration time;

    /** @param time of each of the two series */
    DurableSteps(BenchBox box, CaseRunner cases, Duration time) {
        this.box = box;
        this.cases = cases;
        this.time = time;
    }

    private record Series(Summary steps, Summary first, Summary last, Summary whole, Summary commits) {}

    void measure(Findings findings) throws Exception {
        check(findings);
        var alone = series();
        var others = OtherRuns.start(box, OTHERS_A_SECOND, time);
        var beside = series();
        var other = others.get();
        report(findings, alone, beside, other);
    }

    /** One graph, whose commits are read from the database between its steps. */
    private void check(Findings findings) throws ExecutionException, InterruptedException, TimeoutException {
        var check = new CommitCheck(box.box().database());
        cases.observeCalls(check);
        var run = cases.run(TaskCatalogue.threeSteps(), TaskArm.GRAPH);
        cases.observeCalls((caseId, step) -> {});
        run.fault().ifPresent(findings::note);
        findings.add(new Figure(
                "graph",
                "steps of a durable graph whose predecessor was committed before, of 2",
                check.committed(),
                "",
                new Bound.AtLeast(2)));
    }

    private Series series() throws ExecutionException, InterruptedException, TimeoutException, SQLException {
        var steps = new Latencies();
        var first = new Latencies();
        var last = new Latencies();
        var whole = new Latencies();
        try (var commits = new CommitFloor(box.box().database())) {
            long until = System.nanoTime() + time.toNanos();
            while (System.nanoTime() < until) {
                var run = cases.run(TaskCatalogue.threeSteps(), TaskArm.GRAPH);
                var fault = run.fault();
                if (fault.isPresent()) {
                    steps.error(fault.get());
                } else {
                    steps.record(run.betweenTurns().toNanos());
                    first.record(run.untilFirstCall().toNanos());
                    last.record(run.afterLastCall().toNanos());
                    whole.record(run.wall().toNanos());
                }
                commits.measure(COMMITS_FOR_EACH);
            }
            return new Series(steps.summary(), first.summary(), last.summary(), whole.summary(), commits.summary());
        }
    }

    private static void report(Findings findings, Series alone, Series beside, Summary others) {
        for (var series : List.of(alone, beside)) {
            findings.noteErrors(series.steps());
            var where = series == alone ? "alone" : "beside " + OTHERS_A_SECOND + " other runs a second";
            findings.add(new Figure(
                    "graph",
                    "three durable steps, " + where + ", p50",
                    series.steps().p50(),
                    "ms",
                    new Bound.AtMost(MEDIAN_MILLIS)));
            findings.add(new Figure(
                    "graph",
                    "three durable steps, " + where + ", p99",
                    series.steps().p99(),
                    "ms",
                    new Bound.AtMost(P99_MILLIS)));
        }
        findings.add(new Figure(
                "graph",
                "errors of durable graphs and of the runs beside them",
                alone.steps().errors() + beside.steps().errors() + others.errors(),
                "",
                new Bound.AtMost(0)));
        findings.add(new Table(
                "Graph: three durable steps",
                "A graph with `persist: true` has three chained calls of a tool that answers at once, and an action that merges the answer.\n"
                        + "*Steps*: from the output of the model, which is the declaration, to its next request, which shows the results."
                        + " The state of the graph is committed before the first call and after each; the last commit ends it.\n"
                        + "*Whole run*: from the acceptance of the event to its end, with both requests to a model that answers at once.\n"
                        + "The graphs run one after the other.\n"
                        + "*One commit of one row*: after each graph, three inserts by a connection of the bench to the same database.",
                List.of("", "count", "errors", "p50", "p95", "p99"),
                List.of(
                        row("steps, alone", alone.steps()),
                        row("of these, until the first call", alone.first()),
                        row("of these, from the last call on", alone.last()),
                        row("whole run, alone", alone.whole()),
                        row("one commit of one row, alone", alone.commits()),
                        row("steps, beside " + OTHERS_A_SECOND + "/s", beside.steps()),
                        row("whole run, beside " + OTHERS_A_SECOND + "/s", beside.whole()),
                        row("one commit of one row, beside " + OTHERS_A_SECOND + "/s", beside.commits()),
                        row("the other runs", others))));
    }

    private static List<String> row(String name, Summary seen) {
        var row = new ArrayList<>(List.of(name));
        row.addAll(Findings.cells(seen));
        return row;
    }
}
