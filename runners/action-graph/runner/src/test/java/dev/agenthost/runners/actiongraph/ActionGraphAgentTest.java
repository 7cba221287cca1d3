package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.ToolCallCompleted;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests a run from the request of a person to the answer. */
class ActionGraphAgentTest {
    private final PlannerHost host = new PlannerHost();

    @Test
    void ordinaryTextStreamsAndIsTheAnswer() throws Exception {
        host.says("hello to you");

        List<ResultPayload> results = host.emit("hello");

        assertThat(PlannerHost.deltas(results)).containsExactly("hello ", "to ", "you");
        assertThat(PlannerHost.messages(results)).containsExactly("hello to you");
        assertThat(results.getLast()).isInstanceOf(RunCompleted.class);
    }

    @Test
    void withoutStreamingThereIsOneMessage() throws Exception {
        host.streaming = false;
        host.says("hello to you");

        List<ResultPayload> results = host.emit("hello");

        assertThat(PlannerHost.deltas(results)).isEmpty();
        assertThat(PlannerHost.messages(results)).containsExactly("hello to you");
    }

    @Test
    void theModelIsOfferedTheProtocolAndTheTools() throws Exception {
        host.tools.put("add", input -> TextNode.valueOf("3"));
        host.says("hello");

        host.emit("hello");

        assertThat(host.instructions()).startsWith("Be kind.").contains("## Agent Protocol", "\"name\": \"add\"");
        assertThat(host.requests.getFirst().at("/funcs/0/name").asText()).isEqualTo("AgentProtocolOutput");
        assertThat(host.requests.getFirst().path("funcs")).hasSize(1);
        assertThat(host.transcript(0)).contains("## User request\n\nhello");
    }

    @Test
    void independentActionsRunAtTheSameTimeAndTheModelAnswersWithTheirResults() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        host.tools.put("left", input -> {
            await(together);
            return TextNode.valueOf("red");
        });
        host.tools.put("right", input -> {
            await(together);
            return TextNode.valueOf("blue");
        });
        host.declares("{'kind':'act','message':'I look.','calls':[{'id':'l','type':'tool','name':'left','args':{}},"
                        + "{'id':'r','type':'tool','name':'right','args':{'side':1}}]}")
                .says("red and blue");

        List<ResultPayload> results = host.emit("which colours?");

        assertThat(PlannerHost.messages(results)).containsExactly("I look.", "red and blue");
        assertThat(host.toolCalls).containsExactlyInAnyOrder("left {}", "right {\"side\":1}");
        assertThat(results).filteredOn(ToolCallCompleted.class::isInstance).hasSize(2);
        assertThat(host.transcript(1))
                .contains("## User request", "which colours?", "### Result for l", "red", "### Result for r", "blue")
                .contains("Status: completed");
        assertThat(host.requests).hasSize(2);
    }

    @Test
    void aChainNeedsNoTurnOfTheModelInBetween() throws Exception {
        host.tools.put("find", input -> PlannerHost.json("{'items':[{'id':7},{'id':8}]}"));
        host.tools.put(
                "read",
                input -> TextNode.valueOf(
                        "it is " + input.path("id") + input.path("goal").asText()));
        host.declares("{'kind':'act','calls':[{'id':'r','type':'tool','name':'read',"
                        + "'args':{'id':'action:f.output.items[1].id','goal':'input:user.goal'}},"
                        + "{'id':'f','type':'tool','name':'find','args':{}}]}")
                .says("done");

        host.emit("please");

        assertThat(host.toolCalls).containsExactly("find {}", "read {\"id\":8,\"goal\":\"please\"}");
        assertThat(host.requests).hasSize(2);
        assertThat(host.transcript(1)).contains("it is 8please");
    }

    @Test
    void aReferenceWithoutAValueFailsItsActionAndIsNeverPassedOnAsText() throws Exception {
        host.tools.put("find", input -> PlannerHost.json("{'items':[]}"));
        host.tools.put("read", input -> TextNode.valueOf("never"));
        host.declares("{'kind':'act','calls':[{'id':'f','type':'tool','name':'find','args':{}},"
                        + "{'id':'r','type':'tool','name':'read','args':{'id':'action:f.output.items[1].id'}}]}")
                .says("nothing found");

        host.emit("please");

        assertThat(host.toolCalls).containsExactly("find {}");
        assertThat(host.transcript(1))
                .contains(
                        "reference.unresolved: action:f.output.items[1].id has no value; `.items` of its value is a list of 0.")
                .contains("Status: failed");
    }

    @Test
    void operationsOfTheRuntimeNeedNoTool() throws Exception {
        host.says("""
                ```agent-protocol
                {"type":"agent.protocol","version":"1","intent":"execute","payload":{"type":"action_graph","actions":[
                 {"type":"action","id":"pause","executor":{"type":"runtime","target":"wait"},"input":{"seconds":0.01}},
                 {"type":"action","id":"bad","executor":{"type":"runtime","target":"wait"},"input":{"seconds":-1},
                  "failure_policy":{"on_failure":"continue"}},
                 {"type":"action","id":"both","operation":"merge","result_policy":{"return_to_model":"full"},
                  "input":{"goal":"input:user.goal","waited":"action:pause.output.waited_seconds"}}]}}
                ```
                """).says("done");

        host.emit("go");

        assertThat(host.transcript(1))
                .contains("\"goal\": \"go\"", "\"waited\": 0.01")
                .contains("input.invalid: `seconds` must be a number within 0 and 3600.");
    }

    @Test
    void theAnswerOfACarrierIsTheAnswer() throws Exception {
        host.declares("{'kind':'answer','message':'it is **red**'}");

        List<ResultPayload> results = host.emit("hello");

        assertThat(PlannerHost.messages(results)).containsExactly("it is **red**");
        assertThat(results.getLast()).isInstanceOf(RunCompleted.class);
    }

    @Test
    void aBlockWithSectionsIsExecutedAndItsNoteIsShownAtOnce() throws Exception {
        host.tools.put("read", input -> {
            assertThat(input.path("task").asText()).isEqualTo("Read all of it.");
            return TextNode.valueOf("read");
        });
        host.says("""
                I begin.

                ```agent-protocol
                {"type":"agent.protocol","version":"1","intent":"execute","title":"Reading",
                 "payload":{"type":"action_graph","actions":[{"type":"action","id":"r",
                 "executor":{"type":"tool","target":"read"},"input":{"task":"md:r.prompt"}}]}}
                ```

                ## r.prompt

                Read all of it.

                ## user.visible

                I read the file for you.
                """).says("the end");

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.messages(results).getFirst().strip()).isEqualTo("I begin.");
        assertThat(PlannerHost.messages(results).subList(1, 3)).containsExactly("I read the file for you.", "the end");
        assertThat(PlannerHost.shown(results)).doesNotContain("```", "agent.protocol", "Read all of it", "r.prompt");
        assertThat(host.transcript(1)).contains("Purpose: Reading");
    }

    @Test
    void aDirectRequestOfAToolIsRecovered() throws Exception {
        host.tools.put("add", input -> JsonNodeFactory.instance.numberNode(3));
        host.calls("", "add", "{'a':1}").says("3");

        host.emit("go");

        assertThat(host.toolCalls).containsExactly("add {\"a\":1}");
        assertThat(host.transcript(1)).contains("### Call add_1", "Tool: `add`");
    }

    @Test
    void aRequestThatIsPlainJsonTextIsRecoveredAndNeverShown() throws Exception {
        host.tools.put("add", input -> JsonNodeFactory.instance.numberNode(3));
        host.says("{\"kind\": \"act\", \"calls\": [{\"id\": \"a\", \"type\": \"tool\", \"name\": \"add\"}]}")
                .says("<tool_call>{\"name\": \"add\", \"arguments\": {}}</tool_call>")
                .says("it is 3");

        List<ResultPayload> results = host.emit("go");

        assertThat(host.toolCalls).hasSize(2);
        assertThat(PlannerHost.shown(results)).isEqualTo("it is 3it is 3");
    }

    @Test
    void aToolThatIsNotGrantedIsNotCalled() throws Exception {
        host.tools.put("add", input -> JsonNodeFactory.instance.numberNode(3));
        host.declares("{'kind':'act','calls':[{'id':'d','type':'tool','name':'delete_all','args':{}}]}")
                .says("I cannot");

        host.emit("go");

        assertThat(host.toolCalls).isEmpty();
        assertThat(host.transcript(1)).contains("executor.unknown", "there are add");
    }

    @Test
    void nothingIsExecutedFromAnOutputWithoutItsEnd() throws Exception {
        host.tools.put("add", input -> JsonNodeFactory.instance.numberNode(3));
        host.calls("", "AgentProtocolOutput", "{'kind':'act','calls':[{'id':'a','type':'tool','name':'add'}]}");
        host.outputs.getLast().put("dies", "runtime_error");

        List<ResultPayload> results = host.emit("go");

        assertThat(host.toolCalls).isEmpty();
        assertThat(PlannerHost.failure(results).code()).isEqualTo(ActionGraphAgent.MODEL_FAILED);
    }

    @Test
    void anEmptyRequestEndsWithoutACallOfTheModel() throws Exception {
        assertThat(host.emit(" ")).isEmpty();
        assertThat(host.requests).isEmpty();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("not at the same time", e);
        }
    }
}
