package dev.agenthost.actiongraph.graph;

import static dev.agenthost.actiongraph.graph.GraphExpansionTest.addition;
import static dev.agenthost.actiongraph.graph.GraphExpansionTest.expanded;
import static dev.agenthost.actiongraph.graph.GraphExpansionTest.running;
import static dev.agenthost.actiongraph.graph.Graphs.action;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.condition.Evaluation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of all additions to graphs. */
class GraphExpansionPropertyTest {
    private static final int ACTIONS = 6;

    @Property(tries = 200)
    void existingActionsDoNotChangeAndTheGraphEnds(@ForAll long seed) {
        Random random = new Random(seed);
        GraphSession running = running("", actions(random, 0));
        for (int i = 0; i < random.nextInt(4); i++) {
            running.on(new GraphInput.Completed("a" + random.nextInt(ACTIONS)));
        }
        ExpansionOutcome.Expanded expanded = expanded(running, addition(running, actions(random, ACTIONS)));

        assertThat(expanded.state().actions())
                .containsAllEntriesOf(running.state().actions());
        assertThat(expanded.graph().dependencies())
                .containsAllEntriesOf(running.graph().dependencies());
        assertThat(end(expanded)).isTrue();
    }

    private static boolean end(ExpansionOutcome.Expanded expanded) {
        GraphScheduler scheduler = new GraphScheduler(
                expanded.graph(),
                Graphs.declaration("", action("a", "")).envelope().policies(),
                3);
        GraphState state = expanded.state();
        List<GraphInput> inputs = new ArrayList<>(List.of(new GraphInput.Begin()));
        expanded.graph().actions().forEach(any -> expanded.graph()
                .actions()
                .forEach(action -> inputs.add(new GraphInput.Completed(action.id()))));
        for (GraphInput input : inputs) {
            state = scheduler
                    .on(state, input, condition -> new Evaluation.Decided(true))
                    .state();
        }
        return state.hasEnded();
    }

    private static String[] actions(Random random, int from) {
        return IntStream.range(from, from + ACTIONS)
                .mapToObj(number -> action(
                        "a" + number,
                        IntStream.range(0, number)
                                .filter(other -> random.nextInt(3) == 0)
                                .mapToObj(other -> "'a" + other + "'")
                                .collect(Collectors.joining(",", "'depends_on':[", "]"))))
                .toArray(String[]::new);
    }
}
