package dev.agenthost.sdk.harness.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.harness.Contexts;
import dev.agenthost.sdk.harness.ScriptedRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the tools of a run, message by message. */
class RunMcpTest {
    private final ScriptedRun run = new ScriptedRun();
    private final RunMcp mcp = of(Contexts.rich());

    @Test
    void initializesWithTheRequestedRevisionIfItIsSupported() {
        for (String revision : List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")) {
            JsonNode hello = ask("initialize", "{'protocolVersion':'" + revision + "','capabilities':{}}");
            assertThat(hello.at("/result/protocolVersion").asText()).isEqualTo(revision);
            assertThat(hello.at("/result/capabilities/tools").isObject()).isTrue();
        }
        assertThat(ask("initialize", "{'protocolVersion':'1999-01-01'}")
                        .at("/result/protocolVersion")
                        .asText())
                .isEqualTo("2025-06-18");
        assertThat(ask("ping", "{}").path("result")).isEqualTo(Contexts.json("{}"));
    }

    @Test
    void everyToolHasADescriptionAndASchema() {
        JsonNode tools = ask("tools/list", "{}").at("/result/tools");

        assertThat(tools).hasSize(10);
        for (JsonNode tool : tools) {
            assertThat(tool.path("description").asText()).isNotBlank();
            assertThat(tool.at("/inputSchema/type").asText()).isEqualTo("object");
            assertThat(tool.at("/inputSchema/additionalProperties").asBoolean(true))
                    .isFalse();
            for (JsonNode property : tool.at("/inputSchema/properties")) {
                assertThat(property.path("description").asText()).isNotBlank();
            }
            for (JsonNode required : tool.at("/inputSchema/required")) {
                assertThat(tool.at("/inputSchema/properties").has(required.asText()))
                        .isTrue();
            }
        }
        assertThat(tools.findValues("enum").toString())
                .contains("[\"add\",\"look\"]")
                .contains("[\"add\"]")
                .contains("[\"kb1\"]");
    }

    @Test
    void aToolExistsOnlyIfTheGrantPermitsItsCalls() {
        ObjectNode bare = Contexts.rich();
        bare.putObject("resources");
        ((ObjectNode) bare.path("context")).putObject("available_apis");

        assertThat(names(of(bare))).containsExactly("list_assets", "get_current_event", "artifact_upload");
        assertThat(call(of(bare), "history_page", "{}").at("/error/code").asInt())
                .isEqualTo(-32602);
    }

    @Test
    void assetsAndEventAreThoseOfTheRunWithoutBytes() {
        JsonNode assets = text(call("list_assets", "{}"));
        assertThat(assets.at("/tools/0/tool_name").asText()).isEqualTo("add");
        assertThat(assets.at("/skills/0/skill_name").asText()).isEqualTo("brew");
        assertThat(assets.at("/attachments/0/artifact_id").asText()).isEqualTo("a1");
        JsonNode event = text(call("get_current_event", "{}"));
        assertThat(event.at("/input/text").asText()).isEqualTo("hello");
        assertThat(event.at("/conversation/conversation_id").asText()).isEqualTo("c");
        assertThat(assets.toString() + event)
                .doesNotContain("AAAA")
                .doesNotContain("BBBB")
                .doesNotContain("secret");
    }

    @Test
    void eachToolIsACallOfTheHost() {
        run.calls.put("history_search", data -> Contexts.json("{'items':[],'query':'tea'}"));
        run.calls.put("retrieve_knowledge_base", data -> Contexts.json("{'results':[{'text':'found'}]}"));
        run.calls.put("get_tool_detail", data -> Contexts.json("{'tool':{'name':'look'}}"));
        run.calls.put("call_tool", data -> Contexts.json("{'result':{'sum':3}}"));
        run.calls.put(
                "artifact_metadata", data -> Contexts.json("{'artifact_id':'a1','artifact_type':'file','source':'x'}"));
        run.calls.put(
                "artifact_read",
                data -> Contexts.json("{'artifact_id':'a1','content_base64':'aGk=','has_more':false}"));

        assertThat(text(call("history_page", "{'before_cursor':'cur','limit':7}"))
                        .path("next_cursor")
                        .asText())
                .isEqualTo("next");
        assertThat(text(call("history_search", "{'query':'tea'}")).path("query").asText())
                .isEqualTo("tea");
        assertThat(text(call("retrieve_knowledge", "{'kb_id':'kb1','query':'q','top_k':3}"))
                        .at("/results/0/text")
                        .asText())
                .isEqualTo("found");
        assertThat(text(call("get_tool_detail", "{'tool_name':'look'}"))
                        .path("name")
                        .asText())
                .isEqualTo("look");
        assertThat(text(call("call_tool", "{'tool_name':'add','parameters':{'a':1}}"))
                        .path("sum")
                        .asInt())
                .isEqualTo(3);
        assertThat(text(call("artifact_metadata", "{'artifact_id':'a1'}"))
                        .path("artifact_type")
                        .asText())
                .isEqualTo("file");
        assertThat(text(call("artifact_read", "{'artifact_id':'a1','offset':5,'limit':10}"))
                        .path("content_base64")
                        .asText())
                .isEqualTo("aGk=");

        assertThat(run.called)
                .containsExactly(
                        "history_page cur 7",
                        "history_search {\"query\":\"tea\",\"filters\":null,\"top_k\":10}",
                        "retrieve_knowledge_base {\"kb_id\":\"kb1\",\"query_text\":\"q\",\"top_k\":3,\"filters\":null}",
                        "get_tool_detail {\"tool_name\":\"look\"}",
                        "call_tool {\"tool_name\":\"add\",\"parameters\":{\"a\":1}}",
                        "artifact_metadata {\"artifact_id\":\"a1\"}",
                        "artifact_read {\"artifact_id\":\"a1\",\"offset\":5,\"limit\":10}");
    }

    @Test
    void aRefusalOfTheHostIsAToolErrorWithItsCode() {
        JsonNode answer = call("call_tool", "{'tool_name':'add'}");

        assertThat(answer.at("/result/isError").asBoolean()).isTrue();
        assertThat(text(answer).path("code").asText()).isEqualTo("unauthorized");
        assertThat(text(answer).path("message").asText()).contains("it was not granted");
    }

    @Test
    void aCallOfAnEndedRunIsAnError() {
        run.calls.put("call_tool", data -> {
            throw new RunCancelledException(RunCancelledException.Reason.CANCELLED);
        });
        assertThat(text(call("call_tool", "{'tool_name':'add'}")).path("code").asText())
                .isEqualTo("cancelled");
    }

    @Test
    void anInternalErrorIsReportedWithoutItsDetails() {
        run.calls.put("call_tool", data -> {
            throw new IllegalStateException("inside");
        });
        assertThat(call("call_tool", "{'tool_name':'add'}").toString())
                .contains("runtime_error")
                .doesNotContain("inside");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            call_tool          | {'tool_name':'look'}                        | tool_name
            call_tool          | {'tool_name':'add','parameters':[1]}        | parameters
            call_tool          | {}                                          | tool_name
            get_tool_detail    | {'tool_name':7}                             | tool_name
            retrieve_knowledge | {'kb_id':'kb2','query':'q'}                 | kb_id
            retrieve_knowledge | {'kb_id':'kb1','query':' '}                 | query
            retrieve_knowledge | {'kb_id':'kb1','query':'q','top_k':51}      | top_k
            retrieve_knowledge | {'kb_id':'kb1','query':'q','filters':'x'}   | filters
            history_page       | {'limit':0}                                 | limit
            history_page       | {'limit':'5'}                               | limit
            history_page       | {'limit':1.5}                               | limit
            history_page       | {'cursor':'x'}                              | cursor
            history_search     | {'query':null}                              | query
            artifact_read      | {'artifact_id':'a','offset':-1}             | offset
            artifact_read      | {'artifact_id':'a','limit':1000000}         | limit
            artifact_upload    | {'name':'n','mime_type':'t'}                | text
            artifact_upload    | {'name':'n','mime_type':'t','text':'a','content_base64':'YQ=='} | text
            artifact_upload    | {'name':'n','mime_type':'t','content_base64':'?'} | content_base64
            artifact_upload    | {'name':'n','text':'a'}                     | mime_type
            artifact_upload    | {'name':'n','mime_type':'t','text':'a','artifact_type':'exe'} | artifact_type
            """)
    void anArgumentErrorNamesTheField(String tool, String arguments, String field) {
        JsonNode answer = call(tool, arguments);

        assertThat(answer.at("/result/isError").asBoolean()).isTrue();
        assertThat(text(answer).path("code").asText()).isIn("invalid_argument", "not_found");
        assertThat(text(answer).path("message").asText()).contains(field + " ");
        assertThat(run.called).isEmpty();
        assertThat(run.results).isEmpty();
    }

    @Test
    void aFileIsMadeInlineUpToOneMebibyte() {
        byte[] most = new byte[1024 * 1024];
        String base64 = Base64.getEncoder().encodeToString(most);
        JsonNode made = text(call("artifact_upload", "{'name':'n','mime_type':'t','content_base64':'" + base64 + "'}"));
        ArtifactCreated artifact = (ArtifactCreated) run.results.getFirst();
        assertThat(artifact.artifactId()).isEqualTo(made.path("artifact_id").asText());
        assertThat(artifact.sizeBytes()).isEqualTo(most.length);

        String more = Base64.getEncoder().encodeToString(new byte[1024 * 1024 + 1]);
        assertThat(call("artifact_upload", "{'name':'n','mime_type':'t','content_base64':'" + more + "'}")
                        .toString())
                .containsAnyOf("payload_too_large", "invalid_argument");
        String wide = "é".repeat(600 * 1024);
        assertThat(call("artifact_upload", "{'name':'n','mime_type':'t','text':'" + wide + "'}")
                        .toString())
                .contains("payload_too_large");
        assertThat(run.results).hasSize(1);
    }

    @Test
    void aRunMakesNoMoreFilesThanItMay() {
        for (int i = 0; i < 50; i++) {
            call("artifact_upload", "{'name':'n','mime_type':'t','text':'a'}");
        }
        assertThat(text(call("artifact_upload", "{'name':'n','mime_type':'t','text':'a'}"))
                        .path("code")
                        .asText())
                .isEqualTo("rate_limited");
        assertThat(run.results).hasSize(50);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"jsonrpc":                                                             | -32700
            [{"jsonrpc":"2.0","id":1,"method":"ping"}]                              | -32600
            7                                                                       | -32600
            {"id":1,"method":"ping"}                                                | -32600
            {"jsonrpc":"2.0","id":1,"method":5}                                     | -32600
            {"jsonrpc":"2.0","id":null,"method":"ping"}                             | -32600
            {"jsonrpc":"2.0","id":{},"method":"ping"}                               | -32600
            {"jsonrpc":"2.0","id":1,"method":"resources/list"}                      | -32601
            {"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}                   | -32602
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}} | -32602
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_assets","arguments":[]}} | -32602
            """)
    void anInvalidRequestIsAJsonRpcError(String message, int code) {
        ObjectNode answer = mcp.answer(message.getBytes(StandardCharsets.UTF_8)).orElseThrow();

        assertThat(answer.at("/error/code").asInt()).isEqualTo(code);
        assertThat(answer.has("id")).isTrue();
    }

    @Test
    void notificationsAndAnswersAreNotAnswered() {
        for (String message : List.of(
                "{'jsonrpc':'2.0','method':'notifications/initialized'}",
                "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}",
                "{'jsonrpc':'2.0','id':4,'result':{}}")) {
            assertThat(mcp.answer(Contexts.json(message).toString().getBytes(StandardCharsets.UTF_8)))
                    .isEmpty();
        }
    }

    private RunMcp of(ObjectNode context) {
        return new RunMcp(RunTools.of(Contexts.context(context), run, run));
    }

    private JsonNode ask(String method, String params) {
        return ask(mcp, method, Contexts.json(params));
    }

    private static JsonNode ask(RunMcp mcp, String method, ObjectNode params) {
        ObjectNode request = Contexts.json("{'jsonrpc':'2.0','id':'q1'}").put("method", method);
        request.set("params", params);
        JsonNode answer =
                mcp.answer(request.toString().getBytes(StandardCharsets.UTF_8)).orElseThrow();
        assertThat(answer.path("id").asText()).isEqualTo("q1");
        return answer;
    }

    private JsonNode call(String tool, String arguments) {
        return call(mcp, tool, arguments);
    }

    private static JsonNode call(RunMcp mcp, String tool, String arguments) {
        ObjectNode params = Contexts.json("{}").put("name", tool);
        params.set("arguments", Contexts.json(arguments));
        return ask(mcp, "tools/call", params);
    }

    private static JsonNode text(JsonNode answer) {
        return Contexts.json(answer.at("/result/content/0/text").asText());
    }

    private static List<String> names(RunMcp mcp) {
        List<String> names = new ArrayList<>();
        ask(mcp, "tools/list", Contexts.json("{}"))
                .at("/result/tools")
                .forEach(tool -> names.add(tool.path("name").asText()));
        return names;
    }
}
