package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.actiongraph.reference.PromptText;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
        JsonNode assignment = record.at("/assignments/0");
        assertThat(record.path("assignments")).hasSize(1);
        assertThat(assignment.path("id").asText()).endsWith("/find/0/1");
        assertThat(assignment.path("executor").toString()).contains("agent", "researcher");
        assertThat(assignment.path("session").asText()).isEqualTo("child-find");
        assertThat(assignment.path("authority").toString()).isEqualTo("[\"write\"]");
        assertThat(assignment.path("prompt_digest"))
                .isEqualTo(record.path("prompts").elements().next());
        assertThat(assignment.path("status").asText()).isEqualTo("completed");
        assertThat(assignment.path("summary").asText()).startsWith("Text; lines: 1");
        JsonNode result = record.path("result");
        assertThat(result.path("type").asText()).isEqualTo("agent.protocol.result");
        assertThat(result.path("status").asText()).isEqualTo("completed");
        assertThat(result.path("next").asText()).isEqualTo("final_answer");
        assertThat(result.at("/actions/0/executor").asText()).isEqualTo("agent:researcher");
        assertThat(result.at("/actions/0/summary").asText()).startsWith("Text; lines: 1");
    }

    @Test
    void eachAttemptOfAnAgentIsAnAssignment() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        host.agents.put(
                "researcher",
                task -> asked.incrementAndGet() == 1
                        ? PlannerHost.json("{'status':'failed','items':[{'type':'run.failed','data':{}}]}")
                        : PlannerHost.answered("It is red."));
        host.says(declaration(true)
                        .replace(
                                "\"prompt_ref\"", "\"failure_policy\":{\"retry\":{\"max_attempts\":2}},\"prompt_ref\""))
                .says("done");

        host.emit("which colour?");

        assertThat(record().at("/assignments/0/status").asText()).isEqualTo("failed");
        assertThat(record().at("/assignments/1/status").asText()).isEqualTo("completed");
        assertThat(record().at("/assignments/1/id").asText()).endsWith("/find/0/2");
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
