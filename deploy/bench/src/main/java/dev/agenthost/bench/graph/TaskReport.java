package dev.agenthost.bench.graph;

import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.task.TaskShape;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures and the table of the tasks of all shapes. */
record TaskReport(ShapeFigures all, Duration modelDelay) {
    private static final String MEASURE = "graph";
    private static final double TURNS_PERCENT = -75;
    private static final double TOKENS_PERCENT = -60;
    private static final double OVER_CRITICAL_PATH = 1.15;

    void addTo(Findings findings) {
        var faults = all.runs().stream().flatMap(run -> run.fault().stream()).toList();
        faults.stream().limit(10).forEach(findings::note);
        findings.add(new Figure(
                MEASURE,
                "wrong answers or numbers of calls in " + all.runs().size() + " runs of " + all.tasks() + " tasks",
                faults.size(),
                "",
                new Bound.AtMost(0)));
        findings.add(new Figure(
                MEASURE,
                "turns of the graph against a tool loop",
                ShapeFigures.change(all.turns(TaskArm.LOOP), all.turns(TaskArm.GRAPH)),
                "%",
                new Bound.AtMost(TURNS_PERCENT)));
        findings.add(new Figure(
                MEASURE,
                "tokens shown of the graph against a tool loop",
                ShapeFigures.change(all.shown(TaskArm.LOOP), all.shown(TaskArm.GRAPH)),
                "%",
                new Bound.AtMost(TOKENS_PERCENT)));
        findings.add(new Figure(
                MEASURE,
                "time of the graph over its critical path, p50",
                all.overCriticalPath(TaskArm.GRAPH),
                "",
                new Bound.AtMost(OVER_CRITICAL_PATH)));
        findings.add(table());
    }

    private Table table() {
        var rows = new ArrayList<List<String>>();
        for (var shape : TaskShape.values()) {
            rows.add(row(shape.title(), all.of(shape)));
        }
        rows.add(row("all", all));
        return new Table(
                "Graph: tasks of eight shapes",
                "A is a loop of native tool calls with one call in each output of the model; B makes all calls that can run in one output, and its results have short texts; C declares one graph of actions.\n"
                        + "Turns are requests to the model, and tokens those that the requests show to it; each is the mean of a task.\n"
                        + "The model takes " + modelDelay.toMillis()
                        + " ms for each output. The critical path is two outputs and the longest chain of delays of tools; *beyond* is the rest of the time of C, p50.\n"
                        + "Its parts are *start* (from the accepted event to the first request to the model), *steps* (between the two requests, beyond the delays) and *end* (from the answer of the model to the end of the run).\n"
                        + "In a task the model writes " + Math.round(all.written(TaskArm.LOOP)) + " tokens in A, "
                        + Math.round(all.written(TaskArm.PARALLEL_LOOP)) + " in B and "
                        + Math.round(all.written(TaskArm.GRAPH)) + " in C.",
                List.of(
                        "shape",
                        "tasks",
                        "turns A",
                        "B",
                        "C",
                        "tokens A",
                        "B",
                        "C",
                        "time over critical path A",
                        "B",
                        "C",
                        "beyond",
                        "start",
                        "steps",
                        "end"),
                rows);
    }

    private static List<String> row(String name, ShapeFigures figures) {
        var row = new ArrayList<>(List.of(name, Long.toString(figures.tasks())));
        for (var arm : TaskArm.values()) {
            row.add(String.format(Locale.ROOT, "%.1f", figures.turns(arm)));
        }
        for (var arm : TaskArm.values()) {
            row.add(Long.toString(Math.round(figures.shown(arm))));
        }
        for (var arm : TaskArm.values()) {
            row.add(String.format(Locale.ROOT, "%.2f", figures.overCriticalPath(arm)));
        }
        for (double part : List.of(
                figures.beyondCriticalPath(),
                figures.untilFirstTurn(),
                figures.beyondCalls(),
                figures.afterLastTurn())) {
            row.add(String.format(Locale.ROOT, "%.0f ms", part));
        }
        return row;
    }
}
