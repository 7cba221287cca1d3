package dev.agenthost.runners.actiongraph.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierReader;
import dev.agenthost.actiongraph.carrier.CarrierResult;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.executor.ExecutorRegistry;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a model which copies the examples of its instructions writes valid declarations. */
class ProtocolInstructionsTest {
    private static final Pattern BLOCK = Pattern.compile("```agent-protocol\n.*?\n```", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("\\| (intent )?`(\\w+)` \\| `(\\{.*?})`[,: ].*\\|");
    private static final String TEXT = ProtocolInstructions.text("", List.of(), new ExecutorRegistry(List.of()));

    private final CarrierReader reader = new CarrierReader(
            new ReferenceScope(
                    Set.of(), Set.of("user"), Set.of(), Set.of(), Set.of("RUN"), Map.of("RUN", Set.of("ID"))),
            ExecutorNames.of(Set.of("NAME_OF_A_TOOL"), Set.of("NAME_OF_AN_AGENT")));

    static List<String> blocks() {
        return BLOCK.matcher(TEXT).results().map(MatchResult::group).toList();
    }

    static List<List<String>> rows() {
        return ROW.matcher(TEXT)
                .results()
                .map(row -> List.of(row.group(1) == null ? "" : "intent", row.group(2), row.group(3)))
                .toList();
    }

    @Test
    void hasExamplesOfBothFormsAndOfEachMember() {
        assertThat(blocks()).hasSize(2);
        assertThat(rows())
                .extracting(row -> row.get(1))
                .containsExactly(
                        "persist", "failure_policy", "condition", "loop", "loop", "expand_ref", "decide", "revise");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void anExampleIsADeclarationWithoutWarnings(String block) {
        assertValid(block);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aFormIsAPartOfADeclarationWithoutWarnings(List<String> row) throws Exception {
        ObjectNode form = (ObjectNode) ProtocolCodec.mapper().readTree(row.get(2));
        ObjectNode declaration = ProtocolCodec.mapper().createObjectNode();
        declaration.put("type", "agent.protocol").put("version", "1");
        if (row.getFirst().equals("intent")) {
            declaration.put("intent", row.get(1)).set("payload", form);
        } else {
            declaration.put("intent", "execute");
            var actions =
                    declaration.putObject("payload").put("type", "action_graph").putArray("actions");
            actions.addObject().put("type", "action").put("id", "ask").put("description", "Ask.");
            actions.addObject()
                    .put("type", "action")
                    .put("id", "order")
                    .put("description", "Order.")
                    .setAll(form);
        }

        assertValid("```agent-protocol\n" + declaration + "\n```");
    }

    private void assertValid(String block) {
        assertThat(reader.read(AssistantMessage.text(block)))
                .isInstanceOfSatisfying(CarrierResult.Declared.class, declared -> assertThat(declared.warnings())
                        .isEmpty());
    }
}
