package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code invoke_llm} and {@code invoke_rerank}, from a runner's socket to a provider's. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class ModelCallsTest extends ModelCase {
    @Inject
    MeterRegistry registry;

    @Test
    void aGrantedModelAnswers() {
        models.script(ScriptedModels.json(200, ScriptedModels.answer("LLM says hi")));

        JsonNode answer = invoke("m-1");

        assertThat(answer.path("code").intValue()).as(answer.toString()).isZero();
        assertThat(answer.path("data")).isEqualTo(json("""
                                {"message":{"role":"assistant","name":null,"content":"LLM says hi","tool_calls":null,"tool_call_id":null,
                                 "resp_message_id":"c-1","provider_specific_fields":null},
                                 "usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5},"finish_reason":"stop"}"""));
        ScriptedModels.ReceivedRequest sent = models.requests.getFirst();
        assertThat(sent.path()).isEqualTo("/v1/chat/completions");
        assertThat(sent.authorization()).isEqualTo("Bearer " + SECRET);
        assertThat(sent.body())
                .isEqualTo(
                        json(
                                "{\"model\":\"small\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"temperature\":0.2}"));
        assertThat(registry.get("agenthost.orchestrator.model.calls")
                        .tags("action", "invoke_llm", "outcome", "served")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void sendsToolsAndReturnsToolCalls() {
        models.script(
                ScriptedModels.json(
                        200,
                        "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"t\",\"type\":\"function\",\"function\":{\"name\":\"add\",\"arguments\":\"{\\\"a\\\":2}\"}}]}}]}"));

        JsonNode answer = plugin.call(
                "invoke_llm",
                data(
                        "{\"model_id\":\"m-1\",\"messages\":[{\"role\":\"user\",\"content\":\"2+3\"}],\"funcs\":[{\"name\":\"add\",\"description\":\"adds\",\"parameters\":{\"type\":\"object\"}}],\"extra_args\":{\"tool_choice\":\"auto\"}}"));

        assertThat(answer.at("/data/message/tool_calls"))
                .isEqualTo(
                        json(
                                "[{\"id\":\"t\",\"type\":\"function\",\"function\":{\"name\":\"add\",\"arguments\":\"{\\\"a\\\":2}\"}}]"));
        assertThat(answer.at("/data").has("usage")).isFalse();
        assertThat(models.requests
                        .getFirst()
                        .body()
                        .at("/tools/0/function/name")
                        .asText())
                .isEqualTo("add");
        assertThat(models.requests.getFirst().body().path("tool_choice").asText())
                .isEqualTo("auto");
    }

    @Test
    void removesThoughtsOnRequest() {
        models.script(ScriptedModels.json(200, ScriptedModels.answer("<think>hm</think>\\nyes")));

        JsonNode answer =
                plugin.call("invoke_llm", data("{\"llm_model_uuid\":\"m-1\",\"remove_think\":true," + HI + "}"));

        assertThat(answer.at("/data/message/content").asText()).isEqualTo("yes");
    }

    /** The agent has the default, the call overrides it, for complete and streamed answers. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"remove-think\":true}||yes",
                "{\"remove-think\":true}|,\"remove_think\":null|yes",
                "{\"remove-think\":true}|,\"remove_think\":false|<think>hm</think>yes",
                "{\"remove-think\":false}|,\"remove_think\":true|yes",
                "{\"remove-think\":{\"odd\":1}}||<think>hm</think>yes"
            })
    void anAgentSaysWhetherThoughtsAreLeftOutAndACallSaysOtherwise(String config, String more, String body) {
        again(json(config).deepCopy());
        String call = more == null ? "" : more;
        models.script(ScriptedModels.json(200, ScriptedModels.answer("<think>hm</think>yes")));
        assertThat(plugin.call("invoke_llm", data("{\"llm_model_uuid\":\"m-1\"," + HI + call + "}"))
                        .at("/data/message/content")
                        .asText())
                .isEqualTo(body);

        models.script(ScriptedModels.stream(ScriptedModels.delta("<think>hm</think>yes"), "data: [DONE]\n\n"));
        assertThat(said(frames(stream(call)))).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"m-other", "m-1 ", "no-such"})
    void aModelThatIsNotGrantedIsNotCalled(String model) {
        models.script(ScriptedModels.json(200, ScriptedModels.answer("no")));

        JsonNode answer = invoke(model);

        assertThat(error(answer)).isEqualTo("unauthorized");
        assertThat(answer.path("message").asText()).contains("not authorized").contains("for this agent run");
        assertThat(models.requests).isEmpty();
    }

    @Test
    void reportsAMissingModel() {
        models.script(ScriptedModels.json(200, ScriptedModels.answer("no")));

        // What was not there when the run began, was turned off or has no such operation, is not granted.
        assertThat(error(invoke("m-gone"))).isEqualTo("unauthorized");
        assertThat(error(invoke("m-off"))).isEqualTo("unauthorized");
        assertThat(error(invoke("rr-1"))).isEqualTo("unauthorized");
        assertThat(refused("invoke_llm", "{}")).isEqualTo("invalid_argument");
        assertThat(refused("invoke_llm", "{\"llm_model_uuid\":7}")).isEqualTo("invalid_argument");
        assertThat(refused("invoke_llm", "{\"llm_model_uuid\":\"m-1\"}")).isEqualTo("invalid_argument");
        assertThat(refused("invoke_llm", "{\"llm_model_uuid\":\"m-1\",\"messages\":[{}]}"))
                .isEqualTo("invalid_argument");
        assertThat(
                        refused(
                                "invoke_llm",
                                "{\"llm_model_uuid\":\"m-1\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"extra_args\":{\"model\":\"other\"}}"))
                .isEqualTo("invalid_argument");
        assertThat(models.requests).isEmpty();
    }

    @Test
    void reportsAMissingSecretWithoutItsValue() {
        JsonNode answer = invoke("m-keyless");

        assertThat(error(answer)).isEqualTo("runtime_error");
        assertThat(answer.path("message").asText()).contains("NO_SUCH_KEY");
        assertThat(answer.toString()).doesNotContain(SECRET);
        assertThat(answer.at("/data/error/retryable").booleanValue()).isFalse();
        assertThat(models.requests).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "400, runtime_error, false, 1",
        "401, runtime_error, false, 1",
        "404, runtime_error, false, 1",
        "500, runtime_error, true, 1",
        "307, runtime_error, false, 1",
        "502, runtime_error, true, 1",
        "504, runtime_error, true, 1",
        "503, runtime_error, true, 3"
    })
    void reportsARefusalTruncatedAndRedacted(int status, String code, boolean retryable, int calls) {
        models.script(ScriptedModels.json(
                status,
                "{\"error\":{\"message\":\"no: " + SECRET + " sk-another-key-123\"}}",
                "Location",
                models.url()));

        JsonNode answer = invoke("m-1");

        assertThat(error(answer)).isEqualTo(code);
        assertThat(answer.at("/data/error/retryable").booleanValue()).isEqualTo(retryable);
        assertThat(answer.at("/data/error/details/status").intValue()).isEqualTo(status);
        assertThat(answer.path("message").asText()).contains("no: …").doesNotContain("sk-");
        assertThat(models.requests).hasSize(calls);
    }

    @Test
    void retriesAfter503() {
        models.script(
                ScriptedModels.json(503, "{}", "Retry-After", "1"),
                ScriptedModels.json(200, ScriptedModels.answer("now")));

        assertThat(invoke("m-1").at("/data/message/content").asText()).isEqualTo("now");
        assertThat(models.requests).hasSize(2);

        models.script(ScriptedModels.json(503, "{}", "Retry-After", "60"));
        assertThat(error(invoke("m-1"))).isEqualTo("runtime_error");
        assertThat(models.requests).hasSize(3);

        models.script(
                ScriptedModels.json(429, "{}", "Retry-After", "1"),
                ScriptedModels.json(200, ScriptedModels.answer("now")));
        assertThat(error(invoke("m-1"))).isEqualTo("rate_limited");
        assertThat(models.requests).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage", "[]", "{\"choices\":[]}", "{\"choices\":[{\"message\":null}]}"})
    void reportsAnInvalidAnswer(String body) {
        models.script(ScriptedModels.json(200, body));

        assertThat(error(invoke("m-1"))).isEqualTo("runtime_error");
    }

    @Test
    void refusesATooLargeAnswer() {
        models.script(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] piece = new byte[64 * 1024];
            while (true) {
                exchange.getResponseBody().write(piece);
            }
        });

        assertThat(error(invoke("m-1"))).isEqualTo("payload_too_large");
        eventually(() -> models.brokenOff.get() == 1);
    }

    @Test
    void waitsForAProviderForTheTimeoutOfTheRunner() {
        models.script(models.hanging());

        JsonNode answer = plugin.call("invoke_llm", data("{\"llm_model_uuid\":\"m-1\",\"timeout\":0.3," + HI + "}"));

        assertThat(error(answer)).isEqualTo("deadline_exceeded");
    }

    @Test
    void theEndOfTheRunEndsTheCall() {
        models.script(models.silent());
        int call = plugin.ask("invoke_llm", data("{\"llm_model_uuid\":\"m-1\"," + HI + "}"));
        eventually(() -> models.requests.size() == 1);

        execution.cancel(FailureCode.CANCELLED);

        assertThat(error(plugin.answerTo(call))).isEqualTo("unauthorized");
        eventually(() -> models.brokenOff.get() == 1);
    }

    @Test
    void doesNotCallWithAnOverdueLease() {
        models.script(ScriptedModels.json(200, ScriptedModels.answer("no")));
        RunnerHalf.ScriptedOwnership.mayAct = false;

        assertThat(error(invoke("m-1"))).isEqualTo("runtime_error");
        assertThat(models.requests).isEmpty();
    }

    @Test
    void doesNotRetryAfterTheLeaseIsLost() {
        models.script(exchange -> {
            RunnerHalf.ScriptedOwnership.mayAct = false;
            exchange.sendResponseHeaders(503, -1);
        });

        assertThat(error(invoke("m-1"))).isEqualTo("runtime_error");
        assertThat(models.requests).hasSize(1);
    }

    @Test
    void reportsAnUnreachableProvider() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        move("http://127.0.0.1:" + free + "/v1");
        JsonNode unreachable = invoke("m-1");
        assertThat(error(unreachable)).isEqualTo("runtime_error");
        assertThat(unreachable.at("/data/error/retryable").booleanValue()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://169.254.169.254/latest", "http://10.0.0.1:8000/v1", "http://[::ffff:169.254.169.254]/"})
    void doesNotCallAPrivateAddress(String url) {
        move(url);
        JsonNode inside = invoke("m-1");
        assertThat(error(inside)).isEqualTo("runtime_error");
        assertThat(inside.path("message").asText()).contains("may not be called");
        assertThat(inside.at("/data/error/retryable").booleanValue()).isFalse();
    }

    @Test
    void documentsAreSorted() {
        models.script(
                ScriptedModels.json(
                        200,
                        "{\"results\":[{\"index\":0,\"relevance_score\":0.2},{\"index\":1,\"relevance_score\":0.9},{\"index\":2,\"relevance_score\":0.5}]}"));

        JsonNode answer = plugin.call(
                "invoke_rerank",
                data(
                        "{\"rerank_model_uuid\":\"rr-1\",\"query\":\"q\",\"documents\":[\"a\",\"b\",\"c\"],\"top_k\":2,\"extra_args\":{}}"));

        assertThat(answer.path("data"))
                .isEqualTo(json(
                        "{\"results\":[{\"index\":1,\"relevance_score\":0.9},{\"index\":2,\"relevance_score\":0.5}]}"));
        ScriptedModels.ReceivedRequest sent = models.requests.getFirst();
        assertThat(sent.path()).isEqualTo("/v1/rerank");
        assertThat(sent.authorization()).isNull();
        assertThat(sent.body())
                .isEqualTo(
                        json(
                                "{\"model\":\"small\",\"query\":\"q\",\"documents\":[\"a\",\"b\",\"c\"],\"top_n\":2,\"temperature\":0.2}"));
    }

    @Test
    void tooManyDocumentsAreRefused() {
        String many = "\"d\"" + ",\"d\"".repeat(64);
        assertThat(refused(
                        "invoke_rerank",
                        "{\"rerank_model_uuid\":\"rr-1\",\"query\":\"q\",\"documents\":[" + many + "]}"))
                .isEqualTo("invalid_argument");
        assertThat(refused("invoke_rerank", "{\"rerank_model_uuid\":\"m-1\",\"query\":\"q\",\"documents\":[\"a\"]}"))
                .isEqualTo("unauthorized");
        assertThat(models.requests).isEmpty();
    }

    private void move(String url) {
        io.restassured.RestAssured.given()
                .header("Authorization", "Bearer key-one")
                .header("If-Match", "*")
                .contentType("application/json")
                .body("{\"kind\":\"chat\",\"provider\":{\"base_url\":\"" + url + "\"},\"model\":\"small\"}")
                .put("/api/v1/models/m-1")
                .then()
                .statusCode(200);
    }
}
