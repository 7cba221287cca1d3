package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.ToolCallStarted;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a recovered output is visible in the log and in the record of its calls, so that adherence and recovery can be measured. */
class RecoveredOutputTest {
    private final PlannerHost host = new PlannerHost();
    private final List<ResultPayload> results = new CopyOnWriteArrayList<>();

    RecoveredOutputTest() {
        host.tools.put("look", input -> TextNode.valueOf("seen"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "<tool_call>{'name':'look','arguments':{}}</tool_call>",
                "{'name':'look','arguments':{}}",
                "{'kind':'act','calls':[{'id':'a','type':'tool','name':'look'}]}"
            })
    void aCallInTextIsVisible(String output) throws Exception {
        host.says(output.replace('\'', '"')).says("Seen.");

        assertThatCarrierIs("recovered_text_call");
    }

    @Test
    void aDirectCallIsVisible() throws Exception {
        host.calls("", "look", "{}").says("Seen.");

        assertThatCarrierIs("recovered_tool_call");
    }

    @Test
    void aDeclarationIsNotRecovered() throws Exception {
        host.block("{'kind':'act','calls':[{'id':'a','type':'tool','name':'look'}]}")
                .says("Seen.");

        List<String> lines = GraphLogLines.during(() -> emit("look"));

        assertThat(lines).noneMatch(line -> line.contains("recovered"));
        assertThat(lines).anyMatch(line -> line.endsWith("begins actions=1 carrier=fenced_block"));
        assertThat(carrier()).isEqualTo("fenced_block");
    }

    private void assertThatCarrierIs(String carrier) throws Exception {
        List<String> lines = GraphLogLines.during(() -> emit("look"));

        assertThat(host.toolCalls).containsExactly("look {}");
        assertThat(lines.get(0))
                .matches("WARNING eventId=\\S+ the output of the model was recovered carrier=" + carrier);
        assertThat(lines.get(1)).endsWith("begins actions=1 carrier=" + carrier);
        assertThat(carrier()).isEqualTo(carrier);
    }

    private boolean emit(String text) throws Exception {
        return results.addAll(host.emit(text));
    }

    private String carrier() {
        return results.stream()
                .filter(ToolCallStarted.class::isInstance)
                .map(result ->
                        ((ToolCallStarted) result).choice().path("carrier").asText())
                .findFirst()
                .orElseThrow();
    }
}
