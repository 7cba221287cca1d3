package dev.agenthost.actiongraph.graph;

import static dev.agenthost.actiongraph.graph.Graphs.action;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.declaration.DecisionChoice;
import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the approval of actions by a person. */
class ApprovalTest {
    private static final String NEEDS_APPROVAL = "'permission_policy':{'requires_approval':true}";
    private static final GraphEffect.AskApproval QUESTION = new GraphEffect.AskApproval("a", Set.of(SideEffect.WRITE));

    @Test
    void anActionWaitsForItsApprovalAndOthersDoNot() {
        GraphSession graph = graph("", action("a", NEEDS_APPROVAL), action("b", ""), action("c", "'depends_on':'a'"));

        assertThat(graph.on(new GraphInput.Begin())).containsExactly(QUESTION, new GraphEffect.Start("b", 1));
        assertThat(graph.action("a").status()).isEqualTo(ActionStatus.WAITING);
        assertThat(graph.on(new GraphInput.Completed("b"))).isEmpty();
        assertThat(graph.state().waitsForPerson()).isTrue();

        assertThat(graph.on(new GraphInput.Approved("a", "ann"))).containsExactly(new GraphEffect.Start("a", 1));
        assertThat(graph.action("a").approval()).isEqualTo(new Approval(ApprovalStatus.APPROVED, "ann"));
        assertThat(graph.on(new GraphInput.Completed("a"))).containsExactly(new GraphEffect.Start("c", 1));
    }

    @Test
    void aDeniedActionFailsWithoutARetryAndKeepsThePerson() {
        GraphSession graph = graph(
                "",
                action("a", NEEDS_APPROVAL + ",'failure_policy':{'on_failure':'continue','retry':{'max_attempts':3}}"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Denied("a", "bob")))
                .containsExactly(new GraphEffect.Report(GraphStatus.COMPLETED));
        assertThat(graph.action("a").status()).isEqualTo(ActionStatus.FAILED);
        assertThat(graph.action("a").reason()).isEqualTo(StatusReason.DENIED);
        assertThat(graph.action("a").approval().person()).isEqualTo("bob");
        assertThat(graph.action("a").attempts()).isZero();
    }

    @Test
    void aDecisionIsNoApproval() {
        GraphSession graph = graph("", action("a", NEEDS_APPROVAL + ",'failure_policy':'ask_model'"));
        graph.on(new GraphInput.Begin());
        assertThat(graph.on(new GraphInput.Decided("a", DecisionChoice.RETRY))).isEmpty();
        assertThat(graph.on(new GraphInput.Decided("a", DecisionChoice.CONTINUE)))
                .isEmpty();

        assertThat(graph.on(new GraphInput.Denied("a", "bob")))
                .containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
        assertThat(graph.on(new GraphInput.Decided("a", DecisionChoice.RETRY))).containsExactly(QUESTION);
        assertThat(graph.on(new GraphInput.Approved("a", "ann"))).containsExactly(new GraphEffect.Start("a", 1));
    }

    @Test
    void anActionThatADecisionRepeatsIsApprovedAnew() {
        GraphSession graph = graph("", action("a", NEEDS_APPROVAL + ",'failure_policy':'ask_model'"));
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Approved("a", "ann"));
        graph.on(new GraphInput.Failed("a"));

        assertThat(graph.on(new GraphInput.Decided("a", DecisionChoice.RETRY))).containsExactly(QUESTION);
    }

    @Test
    void anApprovalOfOtherValuesIsAskedForAgain() {
        GraphSession graph = graph("", action("a", NEEDS_APPROVAL)).withApproved(iteration -> false);
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Approved("a", "ann"))).containsExactly(QUESTION);
        assertThat(graph.action("a").approval()).isEqualTo(Approval.REQUESTED);
        assertThat(graph.state().waitsForPerson()).isTrue();

        graph.withApproved(iteration -> true);
        assertThat(graph.on(new GraphInput.Approved("a", "ann"))).containsExactly(new GraphEffect.Start("a", 1));
    }

    @Test
    void aLaterIterationWithOtherValuesIsAskedForAgain() {
        GraphSession graph = graph(
                        "",
                        action("a", NEEDS_APPROVAL + ",'loop':{'until':'action:a.output.n > 1','max_iterations':3}"))
                .withConditions(iteration -> false)
                .withApproved(iteration -> iteration == 0);
        graph.on(new GraphInput.Begin());
        assertThat(graph.on(new GraphInput.Approved("a", "ann"))).containsExactly(new GraphEffect.Start("a", 1));

        assertThat(graph.on(new GraphInput.Completed("a"))).containsExactly(QUESTION);
        graph.withApproved(iteration -> iteration == 1);
        assertThat(graph.on(new GraphInput.Approved("a", "bob"))).containsExactly(new GraphEffect.Start("a", 1, 1));
    }

    @Test
    void repeatedAndLateAnswersChangeNothing() {
        GraphSession graph = graph("", action("a", NEEDS_APPROVAL), action("b", ""));
        graph.on(new GraphInput.Begin());
        graph.on(new GraphInput.Approved("a", "ann"));

        assertThat(graph.on(new GraphInput.Approved("a", "bob"))).isEmpty();
        assertThat(graph.on(new GraphInput.Denied("a", "bob"))).isEmpty();
        assertThat(graph.on(new GraphInput.Approved("b", "bob"))).isEmpty();
        assertThat(graph.on(new GraphInput.Approved("unknown", "bob"))).isEmpty();
        assertThat(graph.action("a").approval().person()).isEqualTo("ann");
    }

    @Test
    void theRuntimeAsksByTheEffectsOfItsRegistryWhateverTheModelClaims() {
        RuntimePolicy runtime = new RuntimePolicy(
                4,
                BudgetPolicy.NONE,
                new ApprovalPolicy(false, Set.of(SideEffect.SEND, SideEffect.WRITE)),
                Map.of("sends", new ExecutorEffects(Set.of(SideEffect.SEND), false), "reads", ExecutorEffects.READ));
        GraphSession graph = new GraphSession(
                runtime,
                "",
                action("sends", "'side_effects':['read']"),
                action("reads", ""),
                action("undeclared", "'side_effects':['read']"));

        assertThat(graph.on(new GraphInput.Begin()))
                .containsExactly(
                        new GraphEffect.AskApproval("sends", Set.of(SideEffect.SEND, SideEffect.READ)),
                        new GraphEffect.Start("reads", 1),
                        new GraphEffect.AskApproval("undeclared", Set.of(SideEffect.WRITE, SideEffect.READ)));
    }

    @Test
    void aCancelledGraphAsksNobody() {
        GraphSession graph = graph("", action("a", NEEDS_APPROVAL));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Cancel())).containsExactly(new GraphEffect.Report(GraphStatus.CANCELLED));
        assertThat(graph.on(new GraphInput.Approved("a", "ann"))).isEmpty();
    }

    @Test
    void aBlockedActionIsReportedWhileAPersonIsAsked() {
        GraphSession graph = graph("", action("a", NEEDS_APPROVAL), action("b", "'failure_policy':'ask_model'"));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Failed("b"))).containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
    }

    private static GraphSession graph(String policies, String... actions) {
        return new GraphSession(RuntimePolicy.of(4), policies, actions);
    }
}
