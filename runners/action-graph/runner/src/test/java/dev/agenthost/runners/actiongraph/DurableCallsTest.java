package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests the calls to the host that a durable graph makes. */
class DurableCallsTest {
    private static final String THREE_STEPS = """
            ```agent-protocol
            {"type":"agent.protocol","version":"1","intent":"execute","persist":true,
             "payload":{"type":"action_graph","actions":[
             {"type":"action","id":"a","executor":{"type":"tool","target":"step"},"args":{}},
             {"type":"action","id":"b","executor":{"type":"tool","target":"step"},"args":{"before":"action:a.output"}},
             {"type":"action","id":"c","executor":{"type":"tool","target":"step"},"args":{"before":"action:b.output"}},
             {"type":"action","id":"d","executor":{"type":"runtime","target":"merge"},"args":{"last":"action:c.output"}}]}}
            ```
            """;

    private final PlannerHost host = new PlannerHost();

    DurableCallsTest() {
        host.tools.put(
                "step",
                input -> TextNode.valueOf("after " + input.path("before").asText()));
    }

    @Test
    void aStepWaitsForOneWriteAndItsOwnCall() throws Exception {
        host.says(THREE_STEPS).says("done");

        host.emit("go");

        assertThat(host.runCalls)
                .containsExactly(
                        "history_page",
                        "invoke_llm_stream",
                        "state_apply",
                        "call_tool",
                        "state_set",
                        "call_tool",
                        "state_set",
                        "call_tool",
                        "state_apply",
                        "invoke_llm_stream");
        assertThat(host.besideCalls).containsExactly("state_get", "state_apply");
    }

    @Test
    void theEndOfAGraphAndItsRecordAreOneWrite() throws Exception {
        host.says(THREE_STEPS).says("done");

        host.emit("go");

        String last = host.called.stream()
                .filter(call -> call.startsWith("state_apply") && call.contains("action_graph.run."))
                .reduce((first, second) -> second)
                .orElseThrow();
        assertThat(last).matches("state_apply \\[action_graph\\.run\\.\\w+, action_graph\\.record\\.\\w+]");
    }

    @Test
    void eachStepFindsTheOneBeforeItStored() throws Exception {
        host.tools.put("step", input -> {
            JsonNode entry = host.state.entrySet().stream()
                    .filter(value -> value.getKey().startsWith("action_graph.run."))
                    .findFirst()
                    .orElseThrow()
                    .getValue();
            return IntNode.valueOf(entry.path("ends").size());
        });
        host.says(THREE_STEPS).says("done");

        host.emit("go");

        assertThat(host.toolCalls).containsExactly("step {}", "step {\"before\":0}", "step {\"before\":1}");
        assertThat(host.transcript(1)).contains("2");
    }

    @Test
    void theIndexTakesInARecordThatARunHasNotAdded() throws Exception {
        host.state.put("action_graph.record.apr_lost", PlannerHost.json("{}"));
        host.says(THREE_STEPS).says("done");

        host.emit("go");

        JsonNode ids = host.state.get("action_graph.records").path("ids");
        assertThat(ids).hasSize(2);
        assertThat(ids.get(0).asText()).isEqualTo("apr_lost");
    }

    @Test
    void aValueThatTheContextOmitsIsRead() throws Exception {
        host.tools.put("step", input -> {
            throw new IllegalStateException("the process dies");
        });
        host.says(THREE_STEPS);
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the process dies");
        host.omitsState = true;
        host.runCalls.clear();
        host.says("the first is unknown");

        host.emit("go");

        assertThat(host.runCalls).startsWith("history_page", "state_get", "state_get");
        assertThat(host.transcript(1)).contains("Status: blocked");
        assertThat(host.toolCalls).hasSize(1);
    }

    @Test
    void anOldGraphThatTheContextOmitsIsDeleted() throws Exception {
        host.deadline = Instant.EPOCH;
        host.says(THREE_STEPS).says("done");
        host.emit("go");
        host.event = "e2";
        host.omitsState = true;
        host.says(THREE_STEPS).says("done");

        host.emit("go");

        assertThat(host.state.keySet())
                .filteredOn(key -> key.startsWith("action_graph.run."))
                .hasSize(1);
        assertThat(host.state.keySet())
                .filteredOn(key -> key.startsWith("action_graph.open."))
                .hasSize(1);
    }
}
