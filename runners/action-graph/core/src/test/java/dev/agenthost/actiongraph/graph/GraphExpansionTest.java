package dev.agenthost.actiongraph.graph;

import static dev.agenthost.actiongraph.graph.Graphs.action;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.declaration.DeclarationReader;
import dev.agenthost.actiongraph.declaration.DeclarationResult;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.Violation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the addition of actions to a graph that runs. */
class GraphExpansionTest {
    @Test
    void aNewActionMayDependOnExistingOnesAndRunsAfterThem() {
        GraphSession running = running("", action("a", ""), action("b", "'depends_on':'a'"));

        ExpansionOutcome.Expanded expanded =
                expanded(running, addition(running, action("c", "'input':'action:b.output'"), action("d", "")));

        assertThat(expanded.graph().actions())
                .startsWith(running.graph().actions().toArray(new Action[0]));
        assertThat(expanded.graph().dependencies().get("c")).containsExactly("b");
        GraphScheduler scheduler = new GraphScheduler(
                expanded.graph(),
                Graphs.declaration("", action("a", "")).envelope().policies(),
                4);
        assertThat(scheduler
                        .on(expanded.state(), new GraphInput.Begin(), condition -> new Evaluation.Decided(true))
                        .effects())
                .containsExactly(new GraphEffect.Start("d", 1));
    }

    @Test
    void aGraphThatHasCompletedGoesOn() {
        GraphSession running = running("", action("a", ""));
        running.on(new GraphInput.Completed("a"));

        ExpansionOutcome.Expanded expanded = expanded(running, addition(running, action("b", "'depends_on':'a'")));

        assertThat(expanded.state().status("a")).isEqualTo(ActionStatus.COMPLETED);
        assertThat(expanded.state().status("b")).isEqualTo(ActionStatus.PENDING);
    }

    @Test
    void anExistingActionIsNotReplaced() {
        GraphSession running = running("", action("a", ""), action("b", "'depends_on':'a'"));

        assertThat(read(running, action("b", "'operation':'other'")))
                .extracting(Violation::rule)
                .containsExactly(Rule.ID_DUPLICATE);
        ActionGraph unchecked = Graphs.graph(Graphs.declaration("", action("b", "'operation':'other'")));
        assertThat(refusal(running, unchecked)).extracting(Violation::rule).containsExactly(Rule.ID_DUPLICATE);
    }

    @Test
    void schemaAndCycleChecksHold() {
        GraphSession running = running("", action("a", ""));

        assertThat(read(running, action("c", "'depends_on':'d'"), action("d", "'depends_on':['c','a']")))
                .extracting(Violation::rule)
                .containsExactly(Rule.DEPENDENCY_CYCLE);
        assertThat(read(running, action("c", "'depends_on':'unknown'")))
                .extracting(Violation::rule)
                .containsExactly(Rule.DEPENDENCY_UNKNOWN);
        assertThat(read(running, action("c", "'executor':{'type':'auto'}")))
                .extracting(Violation::rule)
                .containsExactly(Rule.EXECUTOR_TYPE_AUTO);
    }

    @Test
    void anArtifactNameOfAnExistingActionIsNoIdOfANewOne() {
        Declaration declaration = ((DeclarationResult.Valid) new DeclarationReader(
                                new ReferenceScope(Set.of(), Set.of(), Set.of("report"), Set.of(), Set.of()))
                        .read(json("'intent':'execute'", "", action("a", "'input':'artifact:report'"))))
                .declaration();
        ActionGraph graph = Graphs.graph(declaration);
        ActionGraph addition = Graphs.graph(Graphs.declaration("", action("report", "")));

        ExpansionOutcome outcome = new GraphExpansion(
                        graph, declaration.envelope().policies())
                .expand(GraphState.initial(graph), addition);

        assertThat(outcome).isInstanceOf(ExpansionOutcome.Refused.class);
    }

    @Test
    void aGraphThatHasEndedOrIsFullIsNotExpanded() {
        GraphSession cancelled = running("", action("a", ""));
        cancelled.on(new GraphInput.Cancel());
        assertThat(refusal(cancelled, addition(cancelled, action("b", ""))))
                .extracting(Violation::rule)
                .containsExactly(Rule.FIELD_CONFLICT);

        GraphSession full = running("", action("a", ""));
        String[] many = IntStream.range(0, ActionGraph.MAX_ACTIONS)
                .mapToObj(number -> action("n" + number, ""))
                .toArray(String[]::new);
        assertThat(refusal(full, addition(full, many)))
                .extracting(Violation::rule)
                .containsExactly(Rule.FIELD_LIMIT);
    }

    @Test
    void thePolicyOfTheGraphAboutConflictsHolds() {
        String writes = "'resources':{'writes':['x']}";
        GraphSession running = running("'conflict_resolution':'refuse',", action("a", writes));

        assertThat(refusal(running, addition(running, action("b", writes))))
                .extracting(Violation::rule)
                .containsExactly(Rule.RESOURCE_CONFLICT);
        String loop = ",'depends_on':'a','loop':{'for_each':'action:a.output','max_iterations':3,'max_parallel':2}";
        assertThat(refusal(running, addition(running, action("b", writes + loop))))
                .extracting(Violation::message)
                .singleElement()
                .asString()
                .contains("iterations of b", "max_parallel");
        assertThat(expanded(running, addition(running, action("b", writes + ",'depends_on':'a'"))))
                .isNotNull();
    }

    static GraphSession running(String policies, String... actions) {
        GraphSession session = new GraphSession(RuntimePolicy.of(4), policies, actions);
        session.on(new GraphInput.Begin());
        return session;
    }

    static ActionGraph addition(GraphSession running, String... actions) {
        return Graphs.graph(((DeclarationResult.Valid) result(running, actions)).declaration());
    }

    private static List<Violation> read(GraphSession running, String... actions) {
        return ((DeclarationResult.Invalid) result(running, actions)).errors();
    }

    private static DeclarationResult result(GraphSession running, String... actions) {
        ReferenceScope scope = new ReferenceScope(
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of("run"),
                Map.of("run", running.state().actions().keySet()));
        return new DeclarationReader(scope).read(json("'intent':'revise'", "'run_id':'run',", actions));
    }

    private static String json(String intent, String members, String... actions) {
        return ("{'type':'agent.protocol','version':'1'," + intent + ",'payload':{'type':'action_graph'," + members
                        + "'actions':[" + String.join(",", actions) + "]}}")
                .replace('\'', '"');
    }

    static ExpansionOutcome.Expanded expanded(GraphSession running, ActionGraph addition) {
        return (ExpansionOutcome.Expanded) expansion(running).expand(running.state(), addition);
    }

    private static List<Violation> refusal(GraphSession running, ActionGraph addition) {
        return ((ExpansionOutcome.Refused) expansion(running).expand(running.state(), addition)).errors();
    }

    private static GraphExpansion expansion(GraphSession running) {
        return new GraphExpansion(running.graph(), running.policies());
    }
}
