package dev.agenthost.actiongraph.graph;

import static dev.agenthost.actiongraph.graph.Graphs.action;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the JSON form of a graph's state. */
class GraphStateCodecTest {
    private static final String INITIAL = """
            {"actions":{"a":{"status":"pending","reason":"none","approval":{"status":"none"},"iterations":[]}},\
            "usage":{"tokens":0,"cost":0,"calls":0,"retries":0},"ending":"none"}""";

    private final GraphSession graph = new GraphSession(RuntimePolicy.of(1), "", action("a", ""));

    @Test
    void theStateIsReadableJson() throws UndecodableException {
        assertThat(new String(GraphStateCodec.encode(graph.state()), StandardCharsets.UTF_8))
                .isEqualTo(INITIAL);
        assertThat(decode(INITIAL)).isEqualTo(graph.state());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "[]",
                "{\"actions\":{}}",
                "{\"actions\":{\"a\":null},\"usage\":{\"tokens\":0,\"cost\":0,\"calls\":0,\"retries\":0},\"ending\":\"none\"}"
            })
    void anythingElseIsRefused(String json) {
        assertThatThrownBy(() -> decode(json)).isInstanceOf(UndecodableException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"a\":|\"b\":",
                "\"pending\"|\"unknown\"",
                "\"tokens\":0|\"tokens\":-1",
                "\"iterations\":[]|\"iterations\":[{\"status\":\"waiting\",\"attempts\":1}]",
                "\"iterations\":[]|\"iterations\":[{\"status\":\"running\",\"attempts\":-1}]",
                "{\"status\":\"none\"}|{\"status\":\"approved\"}",
                "\"ending\":\"none\"|\"ending\":null"
            })
    void aStateThatCannotBeIsRefused(String change) {
        String[] parts = change.split("\\|");
        assertThat(INITIAL).contains(parts[0]);

        assertThatThrownBy(() -> decode(INITIAL.replace(parts[0], parts[1]))).isInstanceOf(UndecodableException.class);
    }

    private GraphState decode(String json) throws UndecodableException {
        return GraphStateCodec.decode(json.getBytes(StandardCharsets.UTF_8), graph.graph());
    }
}
