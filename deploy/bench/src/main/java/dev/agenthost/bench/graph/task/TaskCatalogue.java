package dev.agenthost.bench.graph.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All tasks: eight of each shape, from small to large. */
public final class TaskCatalogue {
    /** The id of the task of three steps whose tools take no time. */
    public static final String THREE_STEPS = "three-steps";

    private static final List<Integer> SIZES = List.of(4, 5, 6, 7, 8, 9, 10, 12);
    private static final int MOST_REDUCED = 6;
    private static final int KIB = 1024;

    private static final List<BenchTask> ALL = Stream.of(
                    tasks(TaskShape.FAN_OUT, "fan-out", TaskCatalogue::fanOut),
                    tasks(TaskShape.CHAIN, "chain", TaskCatalogue::chain),
                    tasks(TaskShape.MAP_REDUCE, "map-reduce", TaskCatalogue::mapReduce),
                    tasks(TaskShape.BRANCH, "branch", TaskCatalogue::branch),
                    tasks(TaskShape.RETRY, "retry", TaskCatalogue::retry),
                    tasks(TaskShape.STATEFUL, "stateful", TaskCatalogue::stateful),
                    tasks(TaskShape.DELAYED, "delayed", TaskCatalogue::delayed),
                    tasks(TaskShape.LONG_OUTPUT, "long-output", TaskCatalogue::longOutput))
            .flatMap(List::stream)
            .toList();

    private static final BenchTask DURABLE = new BenchTask(
            THREE_STEPS,
            TaskShape.CHAIN,
            chain(3).stream().map(step -> step.taking(0)).toList());

    private static final Map<String, BenchTask> BY_ID = Stream.concat(ALL.stream(), Stream.of(DURABLE))
            .collect(Collectors.toUnmodifiableMap(BenchTask::id, Function.identity()));

    private TaskCatalogue() {}

    /** The tasks of all shapes. */
    public static List<BenchTask> all() {
        return ALL;
    }

    /** The task of three steps whose tools take no time. */
    public static BenchTask threeSteps() {
        return DURABLE;
    }

    /**
     * The task of a case.
     *
     * @param caseId {@code <task>.<number>}
     * @throws IllegalArgumentException if there is no such task
     */
    public static BenchTask ofCase(String caseId) {
        int point = caseId.indexOf('.');
        var task = BY_ID.get(point < 0 ? caseId : caseId.substring(0, point));
        if (task == null) {
            throw new IllegalArgumentException("there is no task of the case " + caseId);
        }
        return task;
    }

    private static List<BenchTask> tasks(TaskShape shape, String name, IntFunction<List<TaskStep>> steps) {
        return SIZES.stream()
                .map(size -> new BenchTask(name + "-" + size, shape, steps.apply(size)))
                .toList();
    }

    private static List<TaskStep> fanOut(int size) {
        return fetches("item", size);
    }

    private static List<TaskStep> chain(int size) {
        var steps = new ArrayList<>(List.of(TaskStep.fetch("link_1")));
        for (int i = 2; i <= size; i++) {
            steps.add(TaskStep.compute("link_" + i, List.of("link_" + (i - 1))));
        }
        return steps;
    }

    /** More than six parts are reduced in two levels. */
    private static List<TaskStep> mapReduce(int size) {
        int parts = size - 1;
        var steps = new ArrayList<>(fetches("part", parts));
        if (parts <= MOST_REDUCED) {
            steps.add(TaskStep.compute("total", ids("part", 1, parts)));
            return steps;
        }
        int half = (parts - 2) / 2;
        return Stream.of(
                        steps.subList(0, parts - 2),
                        List.of(
                                TaskStep.compute("left", ids("part", 1, half)),
                                TaskStep.compute("right", ids("part", half + 1, parts - 2)),
                                TaskStep.compute("total", List.of("left", "right"))))
                .flatMap(List::stream)
                .toList();
    }

    /** Two values and a test; then one of two chains, or parallel steps, of which only one runs. */
    private static List<TaskStep> branch(int size) {
        var steps = new ArrayList<>(fetches("fact", 2));
        steps.add(TaskStep.compute("test", List.of("fact_1", "fact_2")));
        int length = size - 3;
        for (boolean high : List.of(true, false)) {
            var name = high ? "high" : "low";
            steps.add(TaskStep.compute(name + "_1", List.of("test")).onlyIf("test", high));
            for (int i = 2; i <= length; i++) {
                // The longer of both goes on side by side.
                var before = high ? name + "_" + (i - 1) : name + "_1";
                steps.add(TaskStep.compute(name + "_" + i, List.of(before)).onlyIf("test", high));
            }
        }
        return steps;
    }

    /** Every second call of the first level fails once, every fourth twice. */
    private static List<TaskStep> retry(int size) {
        var steps = new ArrayList<TaskStep>();
        for (int i = 1; i < size; i++) {
            int failures = i % 4 == 0 ? 2 : i % 2 == 0 ? 1 : 0;
            steps.add(TaskStep.fetch("try_" + i).failing(failures));
        }
        steps.add(TaskStep.compute("total", ids("try", 1, size - 1)));
        return steps;
    }

    /** Changes of two accounts, each in its order. */
    private static List<TaskStep> stateful(int size) {
        var steps = new ArrayList<TaskStep>();
        for (int i = 1; i <= size; i++) {
            var account = i % 2 == 1 ? "a" : "b";
            steps.add(TaskStep.update("change_" + i, account, i <= 2 ? List.of() : List.of("change_" + (i - 2))));
        }
        return steps;
    }

    /** Pairs of dependent calls that take between 200 and 900 ms. */
    private static List<TaskStep> delayed(int size) {
        var steps = new ArrayList<TaskStep>();
        int pairs = (size - 1) / 2;
        for (int i = 1; i <= pairs; i++) {
            steps.add(TaskStep.fetch("slow_" + i).taking(200 + 700 * i / pairs));
            steps.add(TaskStep.compute("next_" + i, List.of("slow_" + i)).taking(900 - 700 * i / pairs));
        }
        steps.add(TaskStep.compute("total", ids("next", 1, pairs)).taking(300));
        return steps;
    }

    /** Texts of 4 to 24 KiB. */
    private static List<TaskStep> longOutput(int size) {
        var steps = new ArrayList<TaskStep>();
        for (int i = 1; i < size; i++) {
            steps.add(TaskStep.fetch("text_" + i).returning((4 + 20 * (i - 1) / size) * KIB));
        }
        steps.add(TaskStep.compute("total", ids("text", 1, size - 1)));
        return steps;
    }

    private static List<TaskStep> fetches(String name, int count) {
        return ids(name, 1, count).stream().map(TaskStep::fetch).toList();
    }

    private static List<String> ids(String name, int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(i -> name + "_" + i).toList();
    }
}
