package dev.agenthost.actiongraph.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ActionDescription;
import dev.agenthost.actiongraph.action.ActionInput;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.action.ResourceAccess;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ActionResults;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.actiongraph.result.ResultStatus;
import dev.agenthost.actiongraph.result.ResultSummaries;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HandoffTest {
    private static final JsonNode FINDINGS = ActionResults.json("""
            {'evidence':['Toolbar.vue:12',{'line':7}],'risks':'The menu  may\\nbe hidden.','unresolved_issues':['Is undo wanted?',null],
             'artifacts':['artifact://run_2/shots']}""");

    @Test
    void aHandoffHasTheResultAndTheNextStep() throws Exception {
        Handoff handoff =
                handoff(ExecutorType.AGENT, ActionPolicies.STANDARD, FINDINGS).orElseThrow();

        assertThat(handoff)
                .isEqualTo(new Handoff(
                        "review",
                        new ExecutorId(ExecutorType.AGENT, "reviewer"),
                        ResultStatus.COMPLETED,
                        "Two issues.",
                        List.of("Toolbar.vue:12", "{\"line\":7}"),
                        List.of("artifact://run_1/review", "artifact://run_2/shots"),
                        List.of("The menu may be hidden."),
                        List.of("Is undo wanted?"),
                        "fix",
                        "Fix both issues.",
                        List.of("Permitted effects: read, write", "Writes: file:toolbar.ts"),
                        List.of("review")));
        assertThat(ProtocolCodec.decode(ProtocolCodec.tree(handoff), Handoff.class))
                .isEqualTo(handoff);
        assertThat(handoff.text()).isEqualTo("""
                Handoff from review (agent:reviewer, completed)
                Result: Two issues.
                Evidence:
                - Toolbar.vue:12
                - {"line":7}
                Artifacts:
                - artifact://run_1/review
                - artifact://run_2/shots
                Risks:
                - The menu may be hidden.
                Unresolved issues:
                - Is undo wanted?
                Constraints:
                - Permitted effects: read, write
                - Writes: file:toolbar.ts
                """);
    }

    @ParameterizedTest
    @EnumSource(ExecutorType.class)
    void onlyAgentsAndPeopleHandOff(ExecutorType type) {
        assertThat(handoff(type, ActionPolicies.STANDARD, FINDINGS).isPresent())
                .isEqualTo(type == ExecutorType.AGENT || type == ExecutorType.HUMAN);
    }

    @Test
    void aResultThatModelsMayNotReadIsItsStatus() {
        ActionPolicies hidden = policies(Set.of(DataAudience.USER), ResultGranularity.FULL);
        Handoff handoff = handoff(ExecutorType.AGENT, hidden, FINDINGS).orElseThrow();

        assertThat(handoff.resultSummary()).isNull();
        assertThat(handoff.evidence()).isEmpty();
        assertThat(handoff.artifacts()).isEmpty();
        assertThat(handoff.risks()).isEmpty();
        assertThat(handoff.unresolvedIssues()).isEmpty();
        assertThat(handoff.status()).isEqualTo(ResultStatus.COMPLETED);
    }

    @Test
    void fieldsAreNotPassedOnWhereOnlyASummaryIsPermitted() {
        ActionPolicies summary = policies(Set.of(DataAudience.values()), ResultGranularity.SUMMARY);
        Handoff handoff = handoff(ExecutorType.AGENT, summary, FINDINGS).orElseThrow();

        assertThat(handoff.resultSummary()).isEqualTo("Two issues.");
        assertThat(handoff.evidence()).isEmpty();
        assertThat(handoff.artifacts()).containsExactly("artifact://run_1/review");
    }

    @Test
    void listsAndTextsAreBounded() {
        JsonNode many = ActionResults.json(
                "{'evidence':[" + String.join(",", Collections.nCopies(30, "'" + "x".repeat(499) + "😀'")) + "]}");
        List<String> evidence = handoff(ExecutorType.AGENT, ActionPolicies.STANDARD, many)
                .orElseThrow()
                .evidence();

        assertThat(evidence).hasSize(20).allMatch(text -> text.equals("x".repeat(499) + "…"));
    }

    @Test
    void anAssignmentHasItsExecutorAuthorityContextAndResult() throws Exception {
        Assignment open = assignment(ActionStatus.RUNNING);
        assertThat(open.summary()).isNull();
        assertThat(open.status()).isEqualTo(ResultStatus.RUNNING);

        Assignment ended = assignment(ActionStatus.COMPLETED);
        assertThat(ended.summary()).isEqualTo("Two issues.");
        assertThat(ended.artifacts()).containsExactly("artifact://run_1/review");
        assertThat(ProtocolCodec.decode(ProtocolCodec.tree(ended), Assignment.class))
                .isEqualTo(ended);
    }

    private static Assignment assignment(ActionStatus status) {
        return Assignment.of(
                "run_1/review/0/1",
                "run_1",
                action("review", ActionPolicies.STANDARD, ResourceAccess.NONE),
                new ExecutorId(ExecutorType.AGENT, "reviewer"),
                Set.of(SideEffect.READ),
                "4d2f",
                null,
                result(ExecutorType.AGENT, status, FINDINGS));
    }

    private static Optional<Handoff> handoff(ExecutorType type, ActionPolicies policies, JsonNode output) {
        return Handoff.of(
                action("review", policies, ResourceAccess.NONE),
                result(type, ActionStatus.COMPLETED, output),
                action("fix", ActionPolicies.STANDARD, new ResourceAccess(List.of(), List.of("file:toolbar.ts"))),
                "Fix both issues.",
                Set.of(SideEffect.WRITE, SideEffect.READ),
                List.of("review"));
    }

    private static ActionResult result(ExecutorType type, ActionStatus status, JsonNode output) {
        return new ActionResult(
                "review",
                status,
                new ExecutorId(type, "reviewer"),
                null,
                ActionOutput.inline(output).storedAs("artifact://run_1/review"),
                ResultSummaries.of("Two issues."),
                null,
                Duration.ZERO);
    }

    private static Action action(String id, ActionPolicies policies, ResourceAccess resources) {
        return new Action(
                id, ActionDescription.titled(id), null, List.of(), ActionInput.NONE, null, null, resources, policies);
    }

    private static ActionPolicies policies(Set<DataAudience> visibility, ResultGranularity granularity) {
        ActionPolicies standard = ActionPolicies.of(ResultPolicy.STANDARD);
        return new ActionPolicies(
                standard.result(),
                standard.failure(),
                standard.approval(),
                standard.idempotency(),
                standard.sideEffects(),
                visibility,
                granularity,
                null);
    }
}
