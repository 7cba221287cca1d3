package dev.agenthost.actiongraph.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.markdown.VisibleText;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of all outputs. */
class CarrierPropertyTest {
    private static final String DECLARATION =
            "{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"execute\",\"payload\":{\"type\":\"action_graph\",\"actions\":[{\"type\":\"action\",\"id\":\"a\"}]}}";
    private static final List<String> PIECES = List.of(
            "```agent-protocol\n",
            "```json agent-protocol\n",
            "```\n",
            "~~~\n",
            "````\n",
            "> ",
            "- ",
            "    ",
            "\n",
            DECLARATION,
            DECLARATION + "\n",
            "## a\n",
            "<tool_call>",
            "</tool_call>",
            "{\"name\":\"read\",\"arguments\":{}}",
            "text ");

    private final CarrierReader reader =
            new CarrierReader(ReferenceScope.EMPTY, ExecutorNames.of(Set.of("read"), Set.of()));

    @Property(tries = 2_000)
    void whatIsExecutedWasInOneClosedBlockOrOneCall(@ForAll("outputs") String text) {
        if (reader.read(AssistantMessage.text(text)) instanceof CarrierResult.Declared declared) {
            assertThat(text.replaceAll("\\s*\\n\\s*", "\n"))
                    .as("without indentation and empty lines")
                    .contains(
                            switch (declared.origin()) {
                                case FENCED_BLOCK -> "agent-protocol\n" + DECLARATION;
                                case RECOVERED_TEXT_CALL -> "{\"name\":\"read\"";
                                case NATIVE_CALL, RECOVERED_TOOL_CALL -> "a native call, which there is not";
                            });
        }
    }

    @Property(tries = 1_000)
    void anAnswerIsTheWholeText(@ForAll("outputs") String text) {
        if (reader.read(AssistantMessage.text(text)) instanceof CarrierResult.Answer answer) {
            assertThat(answer.text()).isEqualTo(text.contains("tool_call") ? VisibleText.of(text) : text);
        }
    }

    @Property(tries = 1_000)
    void anIncompleteOutputWithABlockIsNeverExecuted(@ForAll("outputs") String text) {
        CarrierResult result = reader.read(
                new AssistantMessage("```agent-protocol\n" + DECLARATION + "\n```\n" + text, List.of(), false));

        assertThat(result).isInstanceOf(CarrierResult.ProtocolError.class);
    }

    @Provide
    Arbitrary<String> outputs() {
        return Arbitraries.of(PIECES).list().ofMaxSize(8).map(pieces -> String.join("", pieces));
    }
}
