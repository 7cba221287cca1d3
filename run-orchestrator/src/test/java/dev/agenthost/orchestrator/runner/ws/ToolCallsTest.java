package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code get_tool_detail} and {@code call_tool}, from a runner's socket to an MCP server's. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class ToolCallsTest extends ToolCase {
    @Inject
    MeterRegistry registry;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aGrantedToolAnswers(boolean streams) {
        mcp.streams = streams;
        grant(server + "/add");

        assertThat(result("add", "{\"a\":2,\"b\":3}"))
                .isEqualTo(
                        json(
                                "{\"content\":[{\"type\":\"text\",\"text\":\"5\"}],\"structured_content\":{\"sum\":5},\"is_error\":false}"));
        assertThat(mcp.requests("tools/call").getFirst().frame().path("params"))
                .isEqualTo(json("{\"name\":\"add\",\"arguments\":{\"a\":2,\"b\":3}}"));
        assertThat(RunnerHalf.ScriptedOwnership.TOUCHED).contains(run.runId());
        assertThat(registry.get("agenthost.orchestrator.tool.calls")
                        .tags("type", "mcp", "outcome", "served")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void theRunContextHasTheTools() {
        grant(server + "/*");

        assertThat(shown().findValuesAsText("tool_name")).containsExactly(name("add"), name("echo"));
        JsonNode add = shown().path(0);
        assertThat(add.path("tool_type").asText()).isEqualTo("mcp");
        assertThat(add.path("description").asText()).isEqualTo("adds");
        assertThat(add.path("operations")).isEqualTo(json("[\"detail\",\"call\"]"));
        assertThat(add.at("/parameters/required")).isEqualTo(json("[\"a\",\"b\"]"));
        assertThat(served("get_tool_detail", "{\"tool_name\":\"" + name("add") + "\"}"))
                .isEqualTo(json("{\"tool\":{\"name\":\"" + name("add") + "\",\"description\":\"adds\",\"parameters\":"
                        + add.path("parameters") + "}}"));
    }

    @Test
    void theToolsOfARunAreFrozen() {
        grant(server + "/*");
        mcp.tools = List.of(ScriptedMcp.tool("new", "was not there", "{}", "[]"));

        assertThat(refused("call_tool", call("new", "{}"))).isEqualTo("unauthorized");
        assertThat(served("get_tool_detail", "{\"tool_name\":\"" + name("echo") + "\"}")
                        .at("/tool/description")
                        .asText())
                .isEqualTo("says it again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo", "add ", "no-such"})
    void aToolThatIsNotGrantedIsNotCalled(String tool) {
        grant(server + "/add");

        JsonNode answer = plugin.call("call_tool", data(call(tool, "{}")));

        assertThat(error(answer)).isEqualTo("unauthorized");
        assertThat(answer.path("message").asText()).contains("not authorized").contains("for this agent run");
        assertThat(refused("get_tool_detail", "{\"tool_name\":\"" + name(tool) + "\"}"))
                .isEqualTo("unauthorized");
        assertThat(mcp.requests("tools/call")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|tool_name",
                "{\"tool_name\":7,\"parameters\":{}}|tool_name",
                "{\"tool_name\":\" \",\"parameters\":{}}|tool_name",
                "{\"tool_name\":\"SERVER__add\"}|parameters",
                "{\"tool_name\":\"SERVER__add\",\"parameters\":null}|parameters",
                "{\"tool_name\":\"SERVER__add\",\"parameters\":\"{}\"}|parameters",
                "{\"tool_name\":\"SERVER__add\",\"parameters\":[1]}|parameters",
                "{\"tool_name\":\"SERVER__add\",\"parameters\":{\"a\":1}}|'b'",
                "{\"tool_name\":\"SERVER__add\",\"parameters\":{\"a\":1,\"b\":\"2\"}}|/b",
                "{\"tool_name\":\"SERVER__add\",\"parameters\":{\"a\":1,\"b\":2,\"c\":3}}|'c'",
                "{\"tool_name\":\"SERVER__add\",\"tool_parameters\":{\"a\":1}}|'b'"
            })
    void refusesInvalidArgumentsWithoutACall(String question, String where) {
        grant(server + "/add");

        JsonNode answer = plugin.call("call_tool", data(question.replace("SERVER", server)));

        assertThat(error(answer)).isEqualTo("invalid_argument");
        assertThat(answer.path("message").asText()).contains(where);
        assertThat(mcp.requests("tools/call")).isEmpty();
        assertThat(RunnerHalf.ScriptedOwnership.TOUCHED).isEmpty();
    }

    @Test
    void limitsTheSizeOfArguments() {
        grant(server + "/echo");

        JsonNode most = result("echo", "{\"text\":\"" + "x".repeat(1024 * 1024 - 11) + "\"}");
        JsonNode answer =
                plugin.call("call_tool", data(call("echo", "{\"text\":\"" + "x".repeat(1024 * 1024 - 10) + "\"}")));

        assertThat(most.path("is_error").booleanValue()).isFalse();
        assertThat(error(answer)).isEqualTo("payload_too_large");
        assertThat(answer.path("message").asText()).contains("parameters");
        assertThat(mcp.requests("tools/call")).hasSize(1);
    }

    @Test
    void acceptsTheOlderNameOfArguments() {
        grant(server + "/add");

        JsonNode answer =
                served("call_tool", "{\"tool_name\":\"" + name("add") + "\",\"tool_parameters\":{\"a\":1,\"b\":1}}");

        assertThat(answer.at("/result/structured_content/sum").intValue()).isEqualTo(2);
    }

    @Test
    void returnsAnErrorOfATool() {
        mcp.calls.put(
                "echo",
                (exchange, frame) ->
                        mcp.respond(exchange, frame, ScriptedMcp.textResult("no such file", ",\"isError\":true")));
        grant(server + "/echo");

        JsonNode result = result("echo", "{\"text\":\"a\"}");

        assertThat(result.path("is_error").booleanValue()).isTrue();
        assertThat(result.at("/content/0/text").asText()).isEqualTo("no such file");
    }

    @Test
    void doesNotCallForARunThatThisReplicaDoesNotOwn() {
        grant(server + "/add");
        RunnerHalf.ScriptedOwnership.ours = false;

        assertThat(refused("call_tool", call("add", "{\"a\":1,\"b\":1}"))).isEqualTo("not_found");

        RunnerHalf.ScriptedOwnership.ours = true;
        RunnerHalf.ScriptedOwnership.mayAct = false;
        assertThat(refused("call_tool", call("add", "{\"a\":1,\"b\":1}"))).isEqualTo("runtime_error");
        assertThat(mcp.requests("tools/call")).isEmpty();
    }

    @Test
    void theEndOfTheRunCancelsTheCallAtTheServer() {
        mcp.calls.put("echo", (exchange, frame) -> mcp.hang());
        grant(server + "/echo");
        int call = plugin.ask("call_tool", data(call("echo", "{\"text\":\"a\"}")));
        eventually(() -> mcp.requests("tools/call").size() == 1);

        execution.cancel(FailureCode.CANCELLED);

        assertThat(error(plugin.answerTo(call))).isEqualTo("unauthorized");
        eventually(() -> !mcp.requests("notifications/cancelled").isEmpty());
        assertThat(mcp.requests("notifications/cancelled").getFirst().frame().at("/params/requestId"))
                .isEqualTo(mcp.requests("tools/call").getFirst().frame().path("id"));
    }

    @Test
    void aCallEndsAfterItsTimeoutWithoutARetry() {
        mcp.calls.put("echo", (exchange, frame) -> mcp.hang());
        grant(server + "/echo");

        JsonNode answer = plugin.call(
                "call_tool",
                data("{\"tool_name\":\"" + name("echo") + "\",\"parameters\":{\"text\":\"a\"},\"timeout\":0.3}"));

        assertThat(error(answer)).isEqualTo("deadline_exceeded");
        assertThat(answer.at("/data/error/retryable").booleanValue()).isFalse();
        assertThat(mcp.requests("tools/call")).hasSize(1);
    }

    @Test
    void aCallEndsWithTheDeadlineOfTheRun() {
        mcp.calls.put("echo", (exchange, frame) -> mcp.hang());
        grant(Instant.now().plusSeconds(2), server + "/echo");

        assertThat(refused("call_tool", call("echo", "{\"text\":\"a\"}"))).isEqualTo("deadline_exceeded");
    }

    @Test
    void storesALargeResultAsAnArtifact() {
        String large = "x".repeat(70 * 1024);
        mcp.calls.put("echo", (exchange, frame) -> mcp.respond(exchange, frame, ScriptedMcp.textResult(large, "")));
        grant(server + "/echo");

        JsonNode result = result("echo", "{\"text\":\"a\"}");

        assertThat(result.path("truncated").booleanValue()).isTrue();
        assertThat(result.at("/artifact/artifact_id").asText()).isNotEmpty();
        assertThat(result.at("/content/0/text").asText()).hasSize(4 * 1024 + 1).startsWith("xxx");
        JsonNode stored = FakeContextStore.requests("/artifacts/put").getLast();
        assertThat(stored.at("/owner/run_id").asText()).isEqualTo(run.runId().toString());
        assertThat(new String(
                        Base64.getDecoder().decode(stored.path("content_base64").asText())))
                .isEqualTo(large);
        assertThat(stored.at("/metadata/tool").asText()).isEqualTo(server + "/echo");
    }

    @Test
    void theHeadOfALargeStructuredResultIsTheBeginningOfItsTexts() {
        String large = "y".repeat(70 * 1024);
        mcp.calls.put(
                "echo",
                (exchange, frame) -> mcp.respond(
                        exchange,
                        frame,
                        ScriptedMcp.textResult(large, ",\"structuredContent\":{\"text\":\"" + large + "\"}")));
        grant(server + "/echo");

        JsonNode result = result("echo", "{\"text\":\"a\"}");

        assertThat(result.at("/content/0/text").asText()).startsWith("yyy");
        assertThat(new String(Base64.getDecoder()
                        .decode(FakeContextStore.requests("/artifacts/put")
                                .getLast()
                                .path("content_base64")
                                .asText())))
                .contains("\"structured_content\":{\"text\":\"yyy");
    }

    @Test
    void returnsATruncatedResultIfItIsNotStored() {
        String large = "y".repeat(70 * 1024);
        mcp.calls.put("echo", (exchange, frame) -> mcp.respond(exchange, frame, ScriptedMcp.textResult(large, "")));
        grant(server + "/echo");
        FakeContextStore.TROUBLE.put(
                "/internal/v1/artifacts/put", new FakeContextStore.Problem(413, "payload_too_large"));

        JsonNode result = result("echo", "{\"text\":\"a\"}");

        assertThat(result.has("artifact")).isFalse();
        assertThat(result.path("reason").asText()).isNotEmpty();
        assertThat(result.path("output_bytes").asInt()).isEqualTo(large.length());
        assertThat(result.at("/content/0/text").asText()).startsWith("yyy");
    }

    /** The runner stops waiting for its call then, and would not know whether it had its effect. */
    @Test
    void aResultIsNotStoredForLongerThanItsCallMayTake() {
        mcp.calls.put(
                "echo",
                (exchange, frame) -> mcp.respond(exchange, frame, ScriptedMcp.textResult("y".repeat(70 * 1024), "")));
        grant(server + "/echo");
        FakeContextStore.TROUBLE.put("/internal/v1/artifacts/put", new FakeContextStore.Problem(503, "runtime_error"));

        JsonNode answer = served(
                "call_tool", "{\"tool_name\":\"" + name("echo") + "\",\"parameters\":{\"text\":\"a\"},\"timeout\":2}");

        assertThat(answer.at("/result/reason").asText()).isEqualTo("context-store is unavailable");
        assertThat(FakeContextStore.requests("/artifacts/put")).hasSizeBetween(2, 12);
    }

    @Test
    void imagesAreArtifactsToo() {
        mcp.calls.put(
                "echo",
                (exchange, frame) -> mcp.respond(
                        exchange,
                        frame,
                        "{\"content\":[{\"type\":\"text\",\"text\":\"look\"},{\"type\":\"image\",\"data\":\"aGk=\",\"mimeType\":\"image/png\"},{\"type\":\"resource_link\",\"uri\":\"x://y\"}]}"));
        grant(server + "/echo");

        JsonNode content = result("echo", "{\"text\":\"a\"}").path("content");

        assertThat(content.findValuesAsText("type")).containsExactly("text", "image", "resource_link");
        assertThat(content.at("/1/artifact_id").asText()).isNotEmpty();
        assertThat(content.toString()).doesNotContain("aGk=");
        assertThat(FakeContextStore.requests("/artifacts/put")
                        .getLast()
                        .path("artifact_type")
                        .asText())
                .isEqualTo("image");
    }
}
