package dev.agenthost.actiongraph.projection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ActionDescription;
import dev.agenthost.actiongraph.action.ActionInput;
import dev.agenthost.actiongraph.action.ResourceAccess;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ActionResults;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.ResultSummaries;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtocolResultTest {
    private static final Action INSPECT = action(
            "inspect_code",
            "Inspect Code",
            "Find toolbar components, editor integration, styles, and tests.",
            ActionPolicies.STANDARD);
    private static final Action REVIEW = action(
            "review_toolbar",
            "Review Toolbar",
            "Review toolbar button behavior, display layering, focus, undo/redo, and edge cases.",
            ActionPolicies.STANDARD);

    @Test
    void theRecordIsThatOfTheSpecification() throws Exception {
        ProtocolResult record = ProtocolResult.of(
                "run_123",
                DecisionPoint.COMPLETED,
                List.of(INSPECT, REVIEW),
                Map.of(
                        "inspect_code",
                        completed(
                                "inspect_code",
                                "Found Toolbar.vue, ToolbarButton.vue, toolbarConfig.ts, useToolbar.ts, useEditor.ts, and related tests."),
                        "review_toolbar",
                        completed(
                                "review_toolbar",
                                "Found two issues: undo/redo state is not wired through, and the table dropdown can be hidden by a higher layer.")));

        JsonNode written = ProtocolCodec.tree(record);
        assertThat(written).isEqualTo(specification());
        assertThat(ProtocolCodec.decode(written, ProtocolResult.class)).isEqualTo(record);
    }

    @Test
    void theRecordHasExecutorArtifactErrorAndTime() throws Exception {
        ActionResult failed = ActionResults.failed("tool.failed", "The file is missing.");
        JsonNode written = ProtocolCodec.readTree(ProtocolCodec.encode(ProtocolResult.of(
                "run_1",
                DecisionPoint.MODEL_DECISION_NEEDED,
                List.of(action("a", null, null, ActionPolicies.STANDARD), REVIEW),
                Map.of("a", failed))));

        assertThat(written)
                .isEqualTo(ActionResults.json(
                        "{'type':'agent.protocol.result','version':'1','run_id':'run_1','status':'blocked','actions':[{'id':'a','status':'failed','summary':'No output.','executor':'tool:read','error':{'code':'tool.failed','message':'The file is missing.'},'elapsed_ms':5},{'id':'review_toolbar','title':'Review Toolbar','description':'"
                                + REVIEW.description().text() + "','status':'pending'}],'next':'decision'}"));
    }

    @Test
    void aResultThatLogsMayNotHaveIsItsStatus() {
        ActionPolicies hidden =
                ActionResults.policies(ResultPolicy.STANDARD, Set.of(DataAudience.MODEL), ResultGranularity.FULL);
        JsonNode written = ProtocolCodec.tree(ProtocolResult.of(
                "run_1",
                DecisionPoint.COMPLETED,
                List.of(action("a", null, null, hidden), action("b", null, null, hidden)),
                Map.of(
                        "a",
                        ActionResults.summarized("a", "The code is sesame.", "artifact://a"),
                        "b",
                        ActionResults.failed("tool.failed", "sesame"))));

        assertThat(written.toString()).contains("\"completed\"").doesNotContain("sesame", "artifact://a");
    }

    @Test
    void aCancelledActionIsWrittenInTheWordOfTheSpecification() {
        JsonNode written = ProtocolCodec.tree(ProtocolResult.of(
                "run_1",
                DecisionPoint.FAILED,
                List.of(INSPECT),
                Map.of("inspect_code", ActionResult.without("inspect_code", ActionStatus.CANCELLED, null))));

        assertThat(written.at("/actions/0/status").textValue()).isEqualTo("canceled");
        assertThat(written.get("status").textValue()).isEqualTo("failed");
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETED, completed, final_answer",
        "FAILED, failed, decision",
        "BLOCKED, blocked, decision",
        "PERMISSION_NEEDED, blocked, approval",
        "USER_INPUT_NEEDED, blocked, user_input",
        "MODEL_DECISION_NEEDED, blocked, decision"
    })
    void eachDecisionPointHasItsStatusAndNextStep(DecisionPoint point, String status, String next) {
        assertThat(point.status().wire()).isEqualTo(status);
        assertThat(point.next().wire()).isEqualTo(next);
    }

    @Test
    void theAggregateHasThreeWords() {
        assertThat(Arrays.stream(AggregateStatus.values()).map(AggregateStatus::wire))
                .containsExactly("completed", "blocked", "failed");
    }

    static Action action(String id, String title, String description, ActionPolicies policies) {
        return new Action(
                id,
                new ActionDescription(title, description, null, null),
                null,
                List.of(),
                ActionInput.NONE,
                null,
                null,
                ResourceAccess.NONE,
                policies);
    }

    private static ActionResult completed(String id, String summary) {
        return new ActionResult(
                id,
                ActionStatus.COMPLETED,
                null,
                null,
                ActionOutput.NONE,
                ResultSummaries.of(summary),
                (ActionFailure) null,
                Duration.ZERO);
    }

    private static JsonNode specification() throws Exception {
        try (InputStream stream = ProtocolResultTest.class.getResourceAsStream("/projection/result.json")) {
            return ProtocolCodec.readTree(Objects.requireNonNull(stream).readAllBytes());
        }
    }
}
