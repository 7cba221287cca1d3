package dev.agenthost.bench.graph;

import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.task.TaskShape;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The figures of a set of runs of all arms.
 *
 * @param runs in any order; of each task the same number for one arm
 * @param modelDelay time that the model takes for one output
 */
record ShapeFigures(List<CaseRun> runs, Duration modelDelay) {
    /** Turns of the graph: the declaration and the answer. */
    private static final int LEAST_TURNS = 2;

    ShapeFigures {
        runs = List.copyOf(runs);
    }

    /** The runs of one shape. */
    ShapeFigures of(TaskShape shape) {
        return new ShapeFigures(
                runs.stream().filter(run -> run.task().shape() == shape).toList(), modelDelay);
    }

    /** The number of different tasks. */
    long tasks() {
        return runs.stream().map(run -> run.task().id()).distinct().count();
    }

    /** The mean of the turns of a task. */
    double turns(TaskArm arm) {
        return mean(arm, CaseRun::turns);
    }

    /** The mean of the tokens shown in a task. */
    double shown(TaskArm arm) {
        return mean(arm, CaseRun::shown);
    }

    /** The mean of the tokens that the model writes in a task. */
    double written(TaskArm arm) {
        return mean(arm, CaseRun::written);
    }

    private double mean(TaskArm arm, ToLongFunction<CaseRun> value) {
        return runs.stream()
                .filter(run -> run.arm() == arm)
                .mapToLong(value)
                .average()
                .orElse(0);
    }

    /** The median of the wall time of an arm over the critical path of the graph. */
    double overCriticalPath(TaskArm arm) {
        return median(runs.stream()
                .filter(run -> run.arm() == arm)
                .map(run -> (double) run.wall().toNanos() / criticalPath(run).toNanos())
                .toList());
    }

    /** The median of the milliseconds of a graph beyond its critical path. */
    double beyondCriticalPath() {
        return ofGraphs(run -> run.wall().minus(criticalPath(run)));
    }

    /** The median of the milliseconds from the acceptance of the event to the declaration's request. */
    double untilFirstTurn() {
        return ofGraphs(CaseRun::untilFirstTurn);
    }

    /** The median of the milliseconds between both turns, beyond the longest chain of calls. */
    double beyondCalls() {
        return ofGraphs(run -> run.betweenTurns().minus(run.expected().criticalPath()));
    }

    /** The median of the milliseconds from the answer of the model to the end of the run. */
    double afterLastTurn() {
        return ofGraphs(CaseRun::afterLastTurn);
    }

    private double ofGraphs(Function<CaseRun, Duration> value) {
        return median(runs.stream()
                .filter(run -> run.arm() == TaskArm.GRAPH && run.turns() >= LEAST_TURNS)
                .map(run -> value.apply(run).toNanos() / 1e6)
                .toList());
    }

    /** Two outputs of the model, and the longest chain of calls between them. */
    private Duration criticalPath(CaseRun run) {
        return run.expected().criticalPath().plus(modelDelay.multipliedBy(LEAST_TURNS));
    }

    private static double median(List<Double> values) {
        var sorted = values.stream().sorted(Comparator.naturalOrder()).toList();
        int half = sorted.size() / 2;
        return sorted.isEmpty()
                ? 0
                : sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /** The change from a to b, in per cent; negative for less. */
    static double change(double from, double to) {
        return from == 0 ? 0 : 100 * (to / from - 1);
    }
}
