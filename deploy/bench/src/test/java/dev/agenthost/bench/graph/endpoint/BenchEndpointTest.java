package dev.agenthost.bench.graph.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.bench.graph.script.TaskArm;
import dev.agenthost.bench.graph.script.TaskText;
import dev.agenthost.bench.graph.task.StepOutput;
import dev.agenthost.bench.graph.task.TaskCatalogue;
import dev.agenthost.local.model.ChatModel;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BenchEndpointTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final BenchEndpoint endpoint = open(null);

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Test
    void toolFailsAsOftenAsItsStepSaysAndThenReturnsTheValue() throws Exception {
        var arguments = arguments("retry-6.1", "try_4");
        assertThat(List.of(call("bench", arguments), call("bench", arguments)))
                .allMatch(result -> result.path("isError").booleanValue());
        var third = call("bench", arguments);
        assertThat(third.at("/structuredContent/value").asText())
                .isEqualTo(StepOutput.of("retry-6.1", "try_4", List.of()).value());
        assertThat(call("bench", arguments("retry-6.2", "try_4"))
                        .path("isError")
                        .booleanValue())
                .as("another case has failures of its own")
                .isTrue();
        assertThat(endpoint.log().calls("retry-6.1")).hasSize(3);
    }

    @Test
    void balanceGoesOnFromTheChangeBefore() throws Exception {
        var before = call("bench", arguments("stateful-4.1", "change_1").put("account", "a"))
                .at("/structuredContent/value")
                .asText();
        assertThat(call("bench", arguments("stateful-4.1", "change_3").put("account", "a"))
                        .at("/structuredContent/value")
                        .asText())
                .isEqualTo(StepOutput.of("stateful-4.1", "change_3", List.of(before))
                        .value());
    }

    @Test
    void textOfTheShortServerIsShortAndItsValueTheSame() throws Exception {
        var arguments = arguments("long-output-12.1", "text_11");
        var whole = call("bench", arguments);
        var brief = call("short", arguments);
        assertThat(whole.at("/content/0/text").asText().length()).isGreaterThan(20 * 1024);
        assertThat(brief.at("/content/0/text").asText()).hasSize(200);
        assertThat(brief.path("structuredContent")).isEqualTo(whole.path("structuredContent"));
    }

    @Test
    void unknownStepIsAnErrorOfTheTool() throws Exception {
        var result = call("bench", arguments("chain-4.1", "nothing"));
        assertThat(result.path("isError").booleanValue()).isTrue();
        assertThat(result.at("/content/0/text").asText()).contains("nothing");
    }

    @Test
    void modelOfEachArmAnswersByItsScriptAndIsCounted() throws Exception {
        var task = TaskCatalogue.ofCase("fan-out-5");
        assertThat(toolCalls(ask(endpoint, TaskArm.LOOP, TaskText.of(task, "fan-out-5.1"))))
                .isEqualTo(1);
        assertThat(toolCalls(ask(endpoint, TaskArm.PARALLEL_LOOP, TaskText.of(task, "fan-out-5.2"))))
                .isEqualTo(5);
        assertThat(ask(endpoint, TaskArm.GRAPH, TaskText.of(task, "fan-out-5.3"))
                        .body())
                .contains("agent.protocol");
        assertThat(endpoint.log().exchanges("fan-out-5.2"))
                .hasSize(1)
                .allMatch(one -> one.shown() > 0 && one.written() > 0);
    }

    @Test
    void requestWithoutACaseIsRefused() throws Exception {
        var refused = ask(endpoint, TaskArm.LOOP, "hello");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("names no case");
    }

    @Test
    void realModelGetsTheRequestWithItsNameAndKey() throws Exception {
        var received = new CopyOnWriteArrayList<String>();
        var real = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        real.createContext("/v1/chat/completions", exchange -> {
            try (exchange) {
                received.add(exchange.getRequestHeaders().getFirst("Authorization"));
                received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                JsonReply.send(exchange, 200, JsonReply.JSON, "{\"choices\": []}");
            }
        });
        real.start();
        var model = new ChatModel.Named("http://127.0.0.1:" + real.getAddress().getPort() + "/v1", "large", "secret");
        try (var passing = open(model)) {
            var answer = ask(passing, TaskArm.LOOP, TaskText.of(TaskCatalogue.ofCase("chain-4"), "chain-4.1"));
            assertThat(answer.body()).isEqualTo("{\"choices\": []}");
            assertThat(received.getFirst()).isEqualTo("Bearer secret");
            assertThat(received.getLast()).contains("\"model\":\"large\"", "\"parallel_tool_calls\":false");
            assertThat(passing.log().exchanges("chain-4.1")).hasSize(1);
        } finally {
            real.stop(0);
        }
    }

    private static BenchEndpoint open(ChatModel.Named real) {
        try {
            return new BenchEndpoint(Duration.ZERO, real);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode arguments(String caseId, String step) {
        return ProtocolCodec.mapper().createObjectNode().put("case", caseId).put("step", step);
    }

    private JsonNode call(String server, ObjectNode arguments) throws Exception {
        var frame = ProtocolCodec.mapper()
                .createObjectNode()
                .put("jsonrpc", "2.0")
                .put("id", 1)
                .put("method", "tools/call");
        frame.putObject("params").put("name", "fetch").set("arguments", arguments);
        return ProtocolCodec.mapper()
                .readTree(post(endpoint.toolsUrl(server), frame).body())
                .path("result");
    }

    private static HttpResponse<String> ask(BenchEndpoint asked, TaskArm arm, String text) throws Exception {
        var request = ProtocolCodec.mapper().createObjectNode();
        request.putArray("messages").addObject().put("role", "user").put("content", text);
        request.putArray("tools").addObject().putObject("function").put("name", "bench__fetch");
        return post(asked.modelUrl(arm) + "/chat/completions", request);
    }

    private static int toolCalls(HttpResponse<String> answer) throws Exception {
        return ProtocolCodec.mapper()
                .readTree(answer.body())
                .at("/choices/0/message/tool_calls")
                .size();
    }

    private static HttpResponse<String> post(String url, ObjectNode body) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(url))
                        .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                        .build(),
                BodyHandlers.ofString());
    }
}
