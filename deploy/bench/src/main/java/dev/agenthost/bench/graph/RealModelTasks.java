package dev.agenthost.bench.graph;

import dev.agenthost.bench.graph.endpoint.BenchEndpoint;
import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.task.TaskCatalogue;
import dev.agenthost.bench.graph.task.TaskShape;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.local.model.ChatModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The same tasks with a real model: the share of right answers, turns and tokens of all arms, without required limits. */
public final class RealModelTasks {
    private static final int AT_ONCE = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private final Path project;
    private final Path home;
    private final ChatModel.Named model;

    /** @param home empty directory of the box */
    public RealModelTasks(Path project, Path home, ChatModel.Named model) {
        this.project = project;
        this.home = home;
        this.model = model;
    }

    /** Runs each task once in each arm, and adds a table. */
    public void measure(Findings findings) throws Exception {
        try (var endpoint = new BenchEndpoint(Duration.ZERO, model);
                var box = BenchBox.start(project, home, line -> {})) {
            var cases = new CaseRunner(box, endpoint, PATIENCE);
            cases.install();
            var runs = new ArrayList<CaseRun>();
            for (var arm : TaskArm.values()) {
                findings.note(TaskCatalogue.all().size() + " tasks, " + arm.title());
                runs.addAll(cases.run(TaskCatalogue.all(), arm, AT_ONCE));
            }
            findings.add(table(new ShapeFigures(runs, Duration.ZERO)));
        }
    }

    private Table table(ShapeFigures all) {
        var rows = new ArrayList<List<String>>();
        for (var shape : TaskShape.values()) {
            rows.add(row(shape.title(), all.of(shape)));
        }
        rows.add(row("all", all));
        return new Table(
                "Graph: the same tasks with " + model.name(),
                "An answer is right if it has the value of each last step. Turns and tokens are means of a task.",
                List.of("shape", "right A", "B", "C", "turns A", "B", "C", "tokens A", "B", "C"),
                rows);
    }

    private static List<String> row(String name, ShapeFigures figures) {
        var row = new ArrayList<>(List.of(name));
        for (var arm : TaskArm.values()) {
            long right = figures.runs().stream()
                    .filter(run -> run.arm() == arm && run.hasValues())
                    .count();
            row.add(right + " of " + figures.tasks());
        }
        for (var arm : TaskArm.values()) {
            row.add(String.format(Locale.ROOT, "%.1f", figures.turns(arm)));
        }
        for (var arm : TaskArm.values()) {
            row.add(Long.toString(Math.round(figures.shown(arm))));
        }
        return row;
    }
}
