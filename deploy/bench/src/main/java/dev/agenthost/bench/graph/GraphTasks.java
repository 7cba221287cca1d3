package dev.agenthost.bench.graph;

import dev.agenthost.bench.graph.endpoint.BenchEndpoint;
import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.task.TaskCatalogue;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.testbed.BenchBox;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Tasks of several shapes, each done by a loop of native tool calls, by the same loop with parallel calls and short results, and by one
 * declared graph of actions, in a box of its own with a scripted model; then durable graphs.
 */
public final class GraphTasks {
    /** The time that the scripted model takes for one output. */
    private static final Duration MODEL_DELAY = Duration.ofMillis(250);

    private static final int LOOPS_AT_ONCE = 8;
    private static final int WARM_UP_RATE = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path project;
    private final Path home;
    private final GraphDurations durations;

    /** @param home empty directory of the box */
    public GraphTasks(Path project, Path home, GraphDurations durations) {
        this.project = project;
        this.home = home;
        this.durations = durations;
    }

    /** Measures, and adds its findings. */
    public void measure(Findings findings) throws Exception {
        try (var endpoint = new BenchEndpoint(MODEL_DELAY, null);
                var box = BenchBox.start(project, home, line -> {})) {
            var cases = new CaseRunner(box, endpoint, PATIENCE);
            cases.install();
            warmUp(box, cases, findings);
            if (durations.rounds() > 0) {
                tasks(cases, findings);
            }
            findings.note("three durable steps, alone and beside other runs");
            new DurableSteps(box, cases, durations.durable()).measure(findings);
        }
    }

    private void tasks(CaseRunner cases, Findings findings) throws Exception {
        var runs = new ArrayList<CaseRun>();
        for (var arm : List.of(TaskArm.LOOP, TaskArm.PARALLEL_LOOP)) {
            findings.note(TaskCatalogue.all().size() + " tasks, " + arm.title());
            runs.addAll(cases.run(TaskCatalogue.all(), arm, LOOPS_AT_ONCE));
        }
        for (int round = 1; round <= durations.rounds(); round++) {
            findings.note(TaskCatalogue.all().size() + " tasks, " + TaskArm.GRAPH.title() + ", round " + round + " of "
                    + durations.rounds());
            runs.addAll(cases.run(TaskCatalogue.all(), TaskArm.GRAPH, 1));
        }
        new TaskReport(new ShapeFigures(runs, MODEL_DELAY), MODEL_DELAY).addTo(findings);
    }

    /**
     * Warms up with graphs beside ordinary runs at the rate of the other measures, and then with graphs alone: beside that load few graphs
     * run, and the compilers get little time.
     */
    private void warmUp(BenchBox box, CaseRunner cases, Findings findings) throws Exception {
        findings.note("warm-up of " + durations.warmUp().toSeconds() + " s, not measured");
        var others = OtherRuns.start(box, WARM_UP_RATE, durations.warmUp());
        while (!others.isDone()) {
            for (var arm : TaskArm.values()) {
                cases.run(List.of(TaskCatalogue.threeSteps(), TaskCatalogue.threeSteps()), arm, 2);
            }
        }
        others.get();
        long until = System.nanoTime() + durations.graphWarmUp().toNanos();
        while (System.nanoTime() < until) {
            cases.run(TaskCatalogue.threeSteps(), TaskArm.GRAPH);
        }
    }
}
