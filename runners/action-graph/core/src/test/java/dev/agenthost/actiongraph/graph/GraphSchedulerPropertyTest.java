package dev.agenthost.actiongraph.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of all runs of graphs, whatever the order in which actions end. */
class GraphSchedulerPropertyTest {
    private static final int ACTIONS = 8;

    /** @param failing numbers of the actions that fail, with the policy continue; all of them write one resource */
    record Case(List<Set<Integer>> dependencies, Set<Integer> failing, int parallel) {}

    /** The end state and all effects of one run. */
    private record Run(GraphState end, List<GraphEffect> effects) {}

    @Property(tries = 300)
    void anyOrderOfEndsHasTheSameResult(@ForAll("cases") Case example, @ForAll long one, @ForAll long other) {
        assertThat(run(example, new Random(one)).end())
                .isEqualTo(run(example, new Random(other)).end());
    }

    @Property(tries = 300)
    void everyGraphEndsAndReportsOnce(@ForAll("cases") Case example, @ForAll long seed) {
        Run run = run(example, new Random(seed));

        assertThat(run.end().actions().values())
                .allMatch(action -> action.status().isTerminal());
        assertThat(run.effects().stream().filter(GraphEffect.Report.class::isInstance))
                .containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
    }

    @Property(tries = 300)
    void noActionRunsTwice(@ForAll("cases") Case example, @ForAll long seed) {
        assertThat(run(example, new Random(seed)).effects().stream().filter(GraphEffect.Start.class::isInstance))
                .doesNotHaveDuplicates();
    }

    /** Ends running actions in a random order; repeats inputs; checks dependencies and parallelism at each start. */
    private static Run run(Case example, Random random) {
        Declaration declaration = Graphs.declaration("", actions(example));
        ActionGraph graph = Graphs.graph(declaration);
        Map<String, Set<String>> dependencies = graph.dependencies();
        GraphScheduler scheduler =
                new GraphScheduler(graph, declaration.envelope().policies(), example.parallel());
        Set<String> running = new LinkedHashSet<>();
        Set<String> completed = new HashSet<>();
        List<GraphEffect> effects = new ArrayList<>();
        GraphState state = GraphState.initial(graph);
        GraphInput input = new GraphInput.Begin();
        while (true) {
            GraphStep step = scheduler.on(state, input, condition -> new Evaluation.Decided(true));
            state = step.state();
            effects.addAll(step.effects());
            for (GraphEffect effect : step.effects()) {
                if (effect instanceof GraphEffect.Start start) {
                    assertThat(completed).containsAll(dependencies.get(start.actionId()));
                    running.add(start.actionId());
                }
            }
            assertThat(running).hasSizeLessThanOrEqualTo(example.parallel());
            if (!(input instanceof GraphInput.Begin)) {
                assertThat(scheduler
                                .on(state, input, condition -> new Evaluation.Decided(true))
                                .effects())
                        .isEmpty();
            }
            if (running.isEmpty()) {
                return new Run(state, effects);
            }
            String id = List.copyOf(running).get(random.nextInt(running.size()));
            running.remove(id);
            boolean fails = example.failing().contains(Integer.parseInt(id.substring(1)));
            if (!fails) {
                completed.add(id);
            }
            input = fails ? new GraphInput.Failed(id) : new GraphInput.Completed(id);
        }
    }

    private static String actions(Case example) {
        return IntStream.range(0, ACTIONS)
                .mapToObj(i -> Graphs.action(
                        "a" + i,
                        (example.failing().contains(i) ? "'resources':{'writes':['r']}," : "")
                                + "'failure_policy':'continue','depends_on':["
                                + example.dependencies().get(i).stream()
                                        .map(to -> "'a" + to + "'")
                                        .collect(Collectors.joining(","))
                                + "]"))
                .collect(Collectors.joining(","));
    }

    @Provide
    Arbitrary<Case> cases() {
        Arbitrary<Set<Integer>> numbers =
                Arbitraries.integers().between(0, ACTIONS - 1).set().ofMaxSize(3);
        Arbitrary<List<Set<Integer>>> dependencies = numbers.list()
                .ofSize(ACTIONS)
                .map(list -> IntStream.range(0, ACTIONS)
                        .mapToObj(i -> list.get(i).stream().filter(to -> to < i).collect(Collectors.toSet()))
                        .toList());
        return Combinators.combine(dependencies, numbers, Arbitraries.integers().between(1, 4))
                .as(Case::new);
    }
}
