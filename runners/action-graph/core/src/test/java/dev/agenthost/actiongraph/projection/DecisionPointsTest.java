package dev.agenthost.actiongraph.projection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.condition.Evaluation;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.declaration.DeclarationReader;
import dev.agenthost.actiongraph.declaration.DeclarationResult;
import dev.agenthost.actiongraph.graph.GraphInput;
import dev.agenthost.actiongraph.graph.GraphScheduler;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.graph.GraphStep;
import dev.agenthost.actiongraph.graph.Suspension;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionPointsTest {
    private static final String TWO = "{'type':'action','id':'a'},{'type':'action','id':'b','depends_on':['a']}";

    @Test
    void progressIsNoDecisionPointAndAnEndIsOne() {
        assertThat(points(TWO, new GraphInput.Begin(), new GraphInput.Completed("a"), new GraphInput.Completed("b")))
                .containsExactly("-", "-", "completed");
    }

    @Test
    void aFailureAndACancellationAreOne() {
        assertThat(points(TWO, new GraphInput.Begin(), new GraphInput.Failed("a")))
                .containsExactly("-", "failed");
        assertThat(points(TWO, new GraphInput.Begin(), new GraphInput.Cancel(), new GraphInput.Failed("a")))
                .containsExactly("-", "-", "failed");
    }

    @Test
    void aFailureThatAsksTheModelIsADecisionOfTheModel() {
        assertThat(points(
                        "{'type':'action','id':'a','failure_policy':{'on_failure':'ask_model'}}",
                        new GraphInput.Begin(),
                        new GraphInput.Failed("a")))
                .containsExactly("-", "model_decision_needed");
    }

    @Test
    void anUnknownOutcomeIsABlock() {
        assertThat(points("{'type':'action','id':'a'}", new GraphInput.Begin(), new GraphInput.Lost("a", 0, 1)))
                .containsExactly("-", "blocked");
    }

    @Test
    void anApprovalIsAskedOnceAndRepetitionsAreNone() {
        String approved = "{'type':'action','id':'a','permission_policy':{'requires_approval':true}}";
        assertThat(points(
                        approved,
                        new GraphInput.Begin(),
                        new GraphInput.Begin(),
                        new GraphInput.Approved("a", "p"),
                        new GraphInput.Completed("a")))
                .containsExactly("permission_needed", "-", "-", "completed");
    }

    @Test
    void aQuestionIsAPointOnlyWhenNothingElseRuns() {
        assertThat(points(
                        "{'type':'action','id':'a'},{'type':'action','id':'b'}",
                        new GraphInput.Begin(),
                        new GraphInput.Suspended("a", 0, 1, Suspension.PERSON),
                        new GraphInput.Completed("b")))
                .containsExactly("-", "-", "user_input_needed");
    }

    private static List<String> points(String actions, GraphInput... inputs) {
        Declaration declaration = declaration(actions);
        ActionGraph graph = (ActionGraph) declaration.payload();
        GraphScheduler scheduler =
                new GraphScheduler(graph, declaration.envelope().policies(), 4);
        GraphState state = GraphState.initial(graph);
        List<String> points = new ArrayList<>();
        for (GraphInput input : inputs) {
            GraphStep step = scheduler.on(state, input, condition -> new Evaluation.Undecided("no value"));
            points.add(DecisionPoints.of(state, step).map(DecisionPoint::wire).orElse("-"));
            state = step.state();
        }
        return points;
    }

    private static Declaration declaration(String actions) {
        String json =
                "{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':["
                        + actions + "]}}";
        return ((DeclarationResult.Valid) new DeclarationReader(ReferenceScope.EMPTY).read(json.replace('\'', '"')))
                .declaration();
    }
}
