package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the form of past declarations in the requests to the model: a block is repeated as the model wrote it, another carrier as a block. */
class DeclarationReplayTest {
    private static final String BLOCK = """
            I look at it.

            ```json agent-protocol
            {"type": "agent.protocol",   "version": "1", "intent": "execute",
             "payload": {"type": "action_graph", "actions": [
              {"type": "action", "id": "a", "executor": {"type": "tool", "target": "look"},
               "args": {"words": "md:a.words"}}]}}
            ```

            ## a.words

            Look *closely*.
            """;

    private static final String ACT =
            "{\"kind\":\"act\",\"calls\":[{\"id\":\"a\",\"type\":\"tool\",\"name\":\"look\",\"args\":{\"at\":\"it\"}}]}";

    private static final String NATIVE = """
            {"type": "agent.protocol", "version": "1", "intent": "execute", "response_policy": {"max_tokens": 300},
             "payload": {"type": "action_graph", "actions": [
              {"type": "action", "id": "a", "description": "From the hill.", "condition": "input:user.goal == \\u0027look\\u0027",
               "failure_policy": {"on_failure": "continue"}, "executor": {"type": "tool", "target": "look"},
               "args": {"words": "md:a.words"}}]}}
            """;

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.tools.put("look", input -> TextNode.valueOf("a tower"));
    }

    @Test
    void aBlockIsRepeatedWithItsSections() throws Exception {
        host.says(BLOCK).says("done");

        host.emit("look");

        assertThat(host.transcript(1))
                .contains("### Declaration\n\n````md\n" + BLOCK.strip() + "\n````\n\n### Call a\n");
    }

    @Test
    void theArgumentsOfANativeCallAreNotRepeated() throws Exception {
        host.declares(ACT).says("done");

        host.emit("look");

        assertThat(host.transcript(1))
                .contains("tool look <<'JSON'\n{\n  \"at\": \"it\"\n}\nJSON")
                .doesNotContain("### Declaration", "\"kind\"");
    }

    @Test
    void aNativeDeclarationIsRepeatedWithAllItsMembers() throws Exception {
        host.calls("## a.words\n\nLook *closely*.", "AgentProtocolOutput", NATIVE)
                .says("done");

        host.emit("look");

        assertThat(host.transcript(1))
                .containsSubsequence(
                        "### Declaration",
                        "```json agent-protocol",
                        "\"max_tokens\": 300",
                        "\"description\": \"From the hill.\"",
                        "\"condition\": \"input:user.goal == 'look'\"",
                        "\"on_failure\": \"continue\"",
                        "## a.words",
                        "Look *closely*.",
                        "### Call a")
                .doesNotContain("tool look <<");
    }

    @Test
    void aLongNativeDeclarationLosesDetailAsALongBlockDoes() throws Exception {
        host.declares(NATIVE.replace("From the hill.", "From the hill. ".repeat(250))
                        .replace("\"args\"", "\"reason\": \"" + "Far. ".repeat(700) + "\", \"args\"")
                        .replace("md:a.words", "it"))
                .says("done");

        host.emit("look");

        assertThat(host.transcript(1))
                .contains("Declaration: `runtime://apr_", "Description: From the hill.")
                .doesNotContain("### Declaration");
    }

    @Test
    void aCompactCallIsRepeatedWithItsTitleAndItsPolicy() throws Exception {
        host.declares(ACT.replace("\"type\"", "\"title\":\"Look up\",\"result\":\"full\",\"type\""))
                .says("done");

        host.emit("look");

        assertThat(host.transcript(1))
                .containsSubsequence(
                        "### Declaration",
                        "\"title\": \"Look up\"",
                        "\"at\": \"it\"",
                        "\"return_to_model\": \"full\"",
                        "### Call a")
                .doesNotContain("\"kind\"");
    }

    @Test
    void aTitleAloneAndAPolicyAloneAreRepeated() throws Exception {
        for (String member : List.of("\"title\":\"Look up\"", "\"result\":\"none\"")) {
            host.requests.clear();
            host.declares(ACT.replace("\"type\"", member + ",\"type\"")).says("done");

            host.emit("look");

            assertThat(host.transcript(1)).as(member).contains("### Declaration");
        }
    }

    @Test
    void aRevisionIsRepeatedAfterACompactDeclaration() throws Exception {
        host.declares(ACT);
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("look", run -> revision(run, ""));

        assertThat(host.transcript(2))
                .containsSubsequence(
                        "\"id\": \"a\"", "\"intent\": \"revise\"", "\"id\": \"b\"", "### Call a", "### Call b");
    }

    @Test
    void aNativePlanIsRepeated() throws Exception {
        host.declares(NATIVE.replace("execute", "plan").replace("md:a.words", "closely"))
                .says("done");

        host.emit("look");

        assertThat(host.transcript(1)).containsSubsequence("\"intent\": \"plan\"", "From the hill.");
    }

    @Test
    void aRunThatContinuesAGraphRepeatsItsBlock() throws Exception {
        String block =
                BLOCK.replace("\"executor\"", "\"permission_policy\": {\"requires_approval\": true}, \"executor\"");
        host.says(block);
        String question = question(host.emit("look"));
        host.says("done");

        host.respond(question, "approve");

        assertThat(host.transcript(1)).contains(block.strip()).contains("a tower");
    }

    @Test
    void aRevisionIsRepeatedAfterItsDeclaration() throws Exception {
        host.says(BLOCK);
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("look", run -> revision(run, "I look again.\n\n"));

        assertThat(host.transcript(2))
                .containsSubsequence(BLOCK.strip(), "I look again.", "\"id\": \"b\"", "### Call a", "### Call b");
    }

    @Test
    void anExpansionIsRepeatedWithItsRange() throws Exception {
        String expansion = """
                ```agent-protocol
                {"type": "agent.protocol", "version": "1", "intent": "expand_ref", "payload": {"refs": [
                 {"ref": "runtime://%s/actions/a/output", "range": {"from_line": 1, "to_line": 7}}]}}
                ```
                """;
        host.says(BLOCK);
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("look", expansion::formatted);

        assertThat(host.transcript(2)).containsSubsequence("### Declaration", "\"to_line\": 7", "### Call expand_1");
    }

    private static String revision(String run, String words) {
        return words + """
                ```agent-protocol
                {"type": "agent.protocol", "version": "1", "intent": "revise", "payload": {"run_id": "%s", "actions": [
                 {"type": "action", "id": "b", "executor": {"type": "tool", "target": "look"}, "args": {}}]}}
                ```
                """.formatted(run);
    }

    private static String question(List<ResultPayload> results) {
        return results.stream()
                .filter(ActionRequested.class::isInstance)
                .map(ActionRequested.class::cast)
                .filter(action -> action.action().equals(InteractionRequest.ACTION))
                .findFirst()
                .orElseThrow()
                .payload()
                .path("interaction_id")
                .asText();
    }
}
