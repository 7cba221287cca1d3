package dev.agenthost.actiongraph.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IntentPayloadsTest {
    private static final Map<Intent, List<PayloadType>> PERMITTED = Map.of(
            Intent.EXECUTE, List.of(PayloadType.ACTION_GRAPH, PayloadType.FINAL_REPORT_SPEC),
            Intent.PLAN, List.of(PayloadType.ACTION_GRAPH, PayloadType.FINAL_REPORT_SPEC),
            Intent.EXPAND_REF, List.of(PayloadType.EXPAND_REF),
            Intent.CANCEL, List.of(PayloadType.DECISION),
            Intent.REVISE, List.of(PayloadType.ACTION_GRAPH),
            Intent.DECIDE, List.of(PayloadType.DECISION));

    private static final Map<PayloadType, String> BODIES = Map.of(
            PayloadType.ACTION_GRAPH, "\"actions\":[{\"type\":\"action\",\"id\":\"a\"}]",
            PayloadType.EXPAND_REF, "\"refs\":[{\"ref\":\"artifact://call_7\"}]",
            PayloadType.DECISION, "\"run_id\":\"run_1\",\"decision\":\"abort\"",
            PayloadType.FINAL_REPORT_SPEC, "\"sections\":[{\"title\":\"A\"}]");

    @ParameterizedTest
    @EnumSource
    void anIntentPermitsThesePayloadsAndNoOthers(Intent intent) {
        for (PayloadType type : PayloadType.values()) {
            boolean isPermitted = PERMITTED.get(intent).contains(type);

            DeclarationResult result = new DeclarationReader(DeclarationExamples.SCOPE).read(declaration(intent, type));

            assertThat(IntentPayloads.refusal(intent, type).isEmpty()).isEqualTo(isPermitted);
            assertThat(result instanceof DeclarationResult.Valid)
                    .as("%s with %s: %s", intent, type, result)
                    .isEqualTo(isPermitted);
        }
    }

    private static String declaration(Intent intent, PayloadType type) {
        String run = intent == Intent.REVISE && type == PayloadType.ACTION_GRAPH ? "\"run_id\":\"run_1\"," : "";
        return "{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"" + intent.wire() + "\",\"payload\":{" + run
                + "\"type\":\"" + type.wire() + "\"," + BODIES.get(type) + "}}";
    }
}
