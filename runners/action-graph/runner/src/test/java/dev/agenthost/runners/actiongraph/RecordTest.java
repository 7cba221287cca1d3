package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.actiongraph.reference.PromptText;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the records of persistent graphs. */
class RecordTest {
    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.config = PlannerHost.json("{'agents':['researcher']}");
        host.agents.put("researcher", task -> PlannerHost.answered("It is red."));
    }

    @Test
    void aPersistentGraphHasItsDeclarationItsSectionsItsPromptsAndItsResultOnRecord() throws Exception {
        host.says(declaration(true)).says("done");

        host.emit("which colour?");

        JsonNode record = record();
        assertThat(record.at("/outputs/0/text").asText()).isEqualTo(declaration(true));
        assertThat(record.at("/sections/find.prompt").asText()).isEqualTo("Find the colour of the tower.");
        assertThat(record.at("/parsed/payload/actions/0/id").asText()).isEqualTo("find");
        assertThat(record.at("/choices/find/reason").asText()).isEqualTo("researcher was named by the action");
        String sent = host.tasks.getFirst().substring("researcher ".length());
        assertThat(record.path("prompts"))
                .containsExactly(TextNode.valueOf(PromptText.of(sent).sha256()));
        JsonNode result = record.path("result");
        assertThat(result.path("type").asText()).isEqualTo("agent.protocol.result");
        assertThat(result.path("status").asText()).isEqualTo("completed");
        assertThat(result.path("next").asText()).isEqualTo("final_answer");
        assertThat(result.at("/actions/0/executor").asText()).isEqualTo("agent:researcher");
        assertThat(result.at("/actions/0/summary").asText()).startsWith("Text; lines: 1");
    }

    @Test
    void anotherGraphHasNoRecord() throws Exception {
        host.says(declaration(false)).says("done");

        host.emit("which colour?");

        assertThat(host.state.keySet()).noneMatch(key -> key.startsWith("action_graph.record"));
    }

    @Test
    void aGraphThatWaitsForAPersonIsOnRecordWithItsNextStep() throws Exception {
        host.says(declaration(true)
                .replace(
                        "'prompt_ref'".replace('\'', '"'),
                        "\"permission_policy\":{\"requires_approval\":true},\"prompt_ref\""));

        host.emit("which colour?");

        assertThat(record().at("/result/status").asText()).isEqualTo("blocked");
        assertThat(record().at("/result/next").asText()).isEqualTo("approval");
    }

    @Test
    void onlyTheLastRecordsAreKept() throws Exception {
        for (int i = 0; i < 22; i++) {
            host.event = "e" + i;
            host.says(declaration(true)).says("done");
            host.emit("which colour?");
        }

        assertThat(host.state.keySet().stream().filter(key -> key.startsWith("action_graph.record.")))
                .hasSize(20);
        assertThat(host.state.get("action_graph.records").path("ids")).hasSize(20);
    }

    private JsonNode record() {
        List<String> keys = host.state.keySet().stream()
                .filter(key -> key.startsWith("action_graph.record."))
                .toList();
        assertThat(keys).hasSize(1);
        return host.state.get(keys.getFirst());
    }

    private static String declaration(boolean persist) {
        return """
                ```agent-protocol
                {"type":"agent.protocol","version":"1","intent":"execute","persist":%s,
                 "payload":{"type":"action_graph","actions":[
                 {"type":"action","id":"find","executor":{"type":"agent","target":"researcher"},
                  "prompt_ref":"md:find.prompt"}]}}
                ```

                ## find.prompt

                Find the colour of the tower.
                """.formatted(persist);
    }
}
