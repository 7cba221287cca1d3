package dev.agenthost.actiongraph.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.action.ResourceAccess;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.CancellationPolicy;
import dev.agenthost.actiongraph.policy.execution.ConflictResolution;
import dev.agenthost.actiongraph.policy.execution.ExecutionMode;
import dev.agenthost.actiongraph.policy.execution.ExecutionPolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutionStrategy;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.failure.ActionRetry;
import dev.agenthost.actiongraph.policy.failure.FailureOutcome;
import dev.agenthost.actiongraph.policy.failure.FailurePolicy;
import dev.agenthost.actiongraph.policy.failure.Idempotency;
import dev.agenthost.actiongraph.policy.failure.PartialResults;
import dev.agenthost.actiongraph.policy.failure.RetryBackoff;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResponsePolicy;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.policy.result.TruncationPolicy;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that each member of a declaration reaches its record. */
class FullDeclarationTest {
    private final Declaration full = valid("full.json");
    private final List<Action> actions = ((ActionGraph) full.payload()).actions();

    @Test
    void theEnvelopeHasEveryPolicy() {
        assertThat(full.envelope())
                .isEqualTo(new Envelope(
                        "1",
                        Intent.EXECUTE,
                        true,
                        "Review and publish",
                        new GraphPolicies(
                                new ExecutionPolicy(ExecutionMode.DURABLE, ExecutionStrategy.SEQUENTIAL),
                                new ResponsePolicy(ReturnToModel.STRUCTURED, 8000),
                                new ApprovalPolicy(false, Set.of(SideEffect.PURCHASE, SideEffect.DELETE)),
                                new BudgetPolicy(50000, 600, new BigDecimal("2.5"), 20, 4, 3),
                                CancellationPolicy.FINISH,
                                ConflictResolution.BLOCK,
                                PartialResults.STATUS_ONLY)));
    }

    @Test
    void aToolActionHasItsDescriptionExecutorAndArguments() {
        Action find = actions.get(0);

        assertThat(find.description().title()).isEqualTo("Find");
        assertThat(find.description().text()).isEqualTo("Find the toolbar files.");
        assertThat(find.description().reason()).isEqualTo("The review needs them.");
        assertThat(find.description().operation()).isEqualTo("search");
        assertThat(find.executor())
                .isEqualTo(new ExecutorRequest(ExecutorType.TOOL, "glob", List.of("filesystem.read")));
        assertThat(find.input().value())
                .hasToString(
                        "{\"pattern\":\"*.ts\",\"root\":\"input:user.workspace\",\"text\":{\"$literal\":\"md:none\"}}");
        assertThat(find.resources()).isEqualTo(new ResourceAccess(List.of("repo://current"), List.of()));
    }

    @Test
    void anActionHasItsFlowAndResultPolicies() {
        Action review = actions.get(1);

        assertThat(review.dependsOn()).containsExactly("find");
        assertThat(review.input().context())
                .hasToString(
                        "[md:shared.context, action:find.summary, artifact:report, artifact://call_7, runtime://run_1/actions/scan/output]");
        assertThat(review.input().prompt()).hasToString("md:review.prompt");
        assertThat(review.condition())
                .hasToString("(action:find.output.count > 0) and (not (action:find.status == \"failed\"))");
        assertThat(review.loop()).isInstanceOfSatisfying(Loop.ForEach.class, loop -> {
            assertThat(loop.list()).hasToString("action:find.output.items");
            assertThat(loop.maxIterations()).isEqualTo(20);
            assertThat(loop.maxParallel()).isEqualTo(4);
        });
        assertThat(review.policies().result())
                .isEqualTo(new ResultPolicy(
                        ReturnToModel.ADAPTIVE, List.of("errors", "diff"), 6000, false, TruncationPolicy.PROVIDE_REF));
        assertThat(review.policies().failure())
                .isEqualTo(new FailurePolicy(FailureOutcome.CONTINUE, new ActionRetry(3, 5, RetryBackoff.EXPONENTIAL)));
        assertThat(review.policies().persist()).isFalse();
    }

    @Test
    void anActionHasItsGovernancePolicies() {
        Action publish = actions.get(2);

        assertThat(publish.loop()).isInstanceOfSatisfying(Loop.Until.class, loop -> {
            assertThat(loop.condition()).hasToString("action:publish.output.done == true");
            assertThat(loop.delaySeconds()).isEqualTo(30);
        });
        assertThat(publish.policies().approval()).isEqualTo(new ApprovalPolicy(true, Set.of()));
        assertThat(publish.policies().idempotency()).isEqualTo(new Idempotency(true, "publish-1"));
        assertThat(publish.policies().sideEffects()).containsExactlyInAnyOrder(SideEffect.PUBLISH, SideEffect.SEND);
        assertThat(publish.policies().visibility()).containsExactlyInAnyOrder(DataAudience.USER, DataAudience.LOGS);
        assertThat(publish.policies().granularity()).isEqualTo(ResultGranularity.EXCERPT);
        assertThat(publish.policies().failure())
                .isEqualTo(new FailurePolicy(FailureOutcome.ASK_MODEL, ActionRetry.NONE));
        assertThat(publish.policies().result().returnToModel())
                .as("the response policy is the standard of the actions")
                .isEqualTo(ReturnToModel.STRUCTURED);
    }

    @Test
    void absentPoliciesHaveTheirStandard() {
        Declaration minimal = valid("minimal.json");
        Action first = ((ActionGraph) minimal.payload()).actions().getFirst();
        Action second = ((ActionGraph) minimal.payload()).actions().getLast();

        assertThat(minimal.envelope().policies()).isEqualTo(GraphPolicies.standard(false));
        assertThat(first.executor()).isNull();
        assertThat(first.policies()).isEqualTo(ActionPolicies.STANDARD);
        assertThat(second.dependsOn()).containsExactly("summarize");
        assertThat(second.policies().failure()).isEqualTo(new FailurePolicy(FailureOutcome.ABORT, ActionRetry.ONCE));
    }

    private static Declaration valid(String file) {
        DeclarationResult result =
                new DeclarationReader(DeclarationExamples.SCOPE).read(DeclarationExamples.read(file));
        return ((DeclarationResult.Valid) result).declaration();
    }
}
