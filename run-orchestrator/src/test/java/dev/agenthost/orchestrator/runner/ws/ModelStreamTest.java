package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code invoke_llm_stream}, from a runner's socket to a provider's. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class ModelStreamTest extends ModelCase {
    private static final String FINISHED =
            "data: {\"id\":\"c-1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    private static final String COST =
            "data: {\"id\":\"c-1\",\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5}}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

    @Test
    void sendsChunksThenTheLastChunkThenTheUsageThenTheEnd() {
        models.script(ScriptedModels.stream(
                ScriptedModels.delta("Hel"), ": a comment\n\n", ScriptedModels.delta("lo"), FINISHED, COST, DONE));

        List<JsonNode> frames = frames(stream(""));

        assertThat(frames).hasSize(5);
        assertThat(frames.getFirst().path("data")).isEqualTo(json("""
                                {"chunk":{"role":"assistant","name":null,"content":"Hel","tool_calls":null,"tool_call_id":null,"resp_message_id":"c-1",
                                 "provider_specific_fields":null,"all_content":null,"is_final":false,"msg_sequence":0}}"""));
        assertThat(frames.subList(0, 3))
                .extracting(frame -> frame.at("/data/chunk/is_final").booleanValue())
                .containsExactly(false, false, true);
        assertThat(frames.subList(0, 3))
                .extracting(frame -> frame.at("/data/chunk/msg_sequence").intValue())
                .containsExactly(0, 1, 2);
        assertThat(said(frames)).isEqualTo("Hello");
        assertThat(frames.get(3).path("data"))
                .isEqualTo(
                        json(
                                "{\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5},\"finish_reason\":\"stop\"}"));
        JsonNode end = frames.get(4);
        assertThat(end.path("data")).isEmpty();
        assertThat(end.path("chunk_status").asText()).isEqualTo("end");
        assertThat(models.requests.getFirst().body().path("stream").booleanValue())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64})
    void acceptsAnyChunkBoundary(int size) {
        byte[] all = (ScriptedModels.delta("grüße ") + ScriptedModels.delta("你好 👋") + FINISHED + DONE)
                .getBytes(StandardCharsets.UTF_8);
        byte[][] pieces = new byte[(all.length + size - 1) / size][];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = Arrays.copyOfRange(all, i * size, Math.min(all.length, (i + 1) * size));
        }
        models.script(ScriptedModels.stream(pieces));

        List<JsonNode> frames = frames(stream(""));

        assertThat(said(frames)).isEqualTo("grüße 你好 👋");
        assertThat(frames.getLast().path("chunk_status").asText()).isEqualTo("end");
    }

    @Test
    void convertsToolCallsAndReasoning() {
        models.script(ScriptedModels.stream(
                ScriptedModels.delta("<thi"),
                ScriptedModels.delta("nk>hm</think>so"),
                "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"add\",\"arguments\":\"{\"}}]}}]}\n\n",
                "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n",
                DONE));

        List<JsonNode> frames = frames(stream(",\"remove_think\":true"));

        assertThat(said(frames)).isEqualTo("so");
        assertThat(frames)
                .extracting(frame -> frame.at("/data/chunk/tool_calls/0"))
                .filteredOn(JsonNode::isObject)
                .extracting(call -> call.path("id").asText()
                        + call.at("/function/arguments").asText())
                .containsExactly("a{", "a}");
    }

    @Test
    void acceptsAStreamWithoutAFinalEventAfterAFinishReason() {
        models.script(ScriptedModels.stream(ScriptedModels.delta("all"), FINISHED));

        List<JsonNode> frames = frames(stream(""));

        assertThat(said(frames)).isEqualTo("all");
        assertThat(frames.get(1).at("/data/chunk/is_final").booleanValue()).isTrue();
        assertThat(frames.getLast().path("chunk_status").asText()).isEqualTo("end");
    }

    @Test
    void failsABrokenStreamAfterItsChunks() {
        models.script(ScriptedModels.stream(ScriptedModels.delta("half")));

        List<JsonNode> frames = frames(stream(""));

        assertThat(frames).hasSize(2);
        assertThat(error(frames.getLast())).isEqualTo("runtime_error");
        assertThat(frames.getLast().at("/data/error/retryable").booleanValue()).isTrue();
        assertThat(models.requests).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: garbage\n\n",
                "data: {\"error\":{\"message\":\"overloaded\"}}\n\n",
                "<html>",
                "{\"choices\":[]}",
                ""
            })
    void reportsAnInvalidStream(String body) {
        models.script(ScriptedModels.stream(body));

        assertThat(error(frames(stream("")).getLast())).isEqualTo("runtime_error");
        assertThat(models.requests).hasSize(1);
    }

    @Test
    void retriesOnlyBeforeTheFirstEvent() {
        models.script(
                ScriptedModels.json(503, "{}"),
                ScriptedModels.json(503, "{}"),
                ScriptedModels.stream(ScriptedModels.delta("at last"), FINISHED, DONE));

        assertThat(said(frames(stream("")))).isEqualTo("at last");
        assertThat(models.requests).hasSize(3);
    }

    @Test
    void anUngrantedOrMissingModelIsRefusedInOneFrame() {
        models.script(ScriptedModels.stream(DONE));
        int foreign = plugin.ask("invoke_llm_stream", data("{\"llm_model_uuid\":\"m-other\"," + HI + "}"));
        int gone = plugin.ask("invoke_llm_stream", data("{\"llm_model_uuid\":\"m-gone\"," + HI + "}"));

        assertThat(error(frames(foreign).getFirst())).isEqualTo("unauthorized");
        assertThat(error(frames(gone).getFirst())).isEqualTo("unauthorized");
        assertThat(models.requests).isEmpty();
    }

    @Test
    void endsAStreamWithAnErrorEvent() {
        models.script(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("data: {\"error\":{\"message\":\"overloaded\"}}\n\n".getBytes());
            while (true) {
                exchange.getResponseBody().write(new byte[1_000]);
                exchange.getResponseBody().flush();
            }
        });

        JsonNode failed = frames(stream("")).getLast();
        assertThat(error(failed)).isEqualTo("runtime_error");
        assertThat(failed.path("message").asText()).contains("overloaded");
        eventually(() -> models.brokenOff.get() == 1);
    }

    @Test
    void refusesATooLargeEvent() {
        models.script(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (true) {
                exchange.getResponseBody().write(new byte[64 * 1024]);
            }
        });

        assertThat(error(frames(stream("")).getLast())).isEqualTo("payload_too_large");
        eventually(() -> models.brokenOff.get() == 1);
    }

    @Test
    void theEndOfTheRunEndsTheStream() {
        models.script(models.silent());
        int call = stream("");
        eventually(() -> models.requests.size() == 1);

        execution.cancel(FailureCode.DEADLINE_EXCEEDED);

        assertThat(error(frames(call).getLast())).isEqualTo("deadline_exceeded");
        eventually(() -> models.brokenOff.get() == 1);
    }

    @Test
    void theEndOfTheRunEndsAStreamThatNeverEnds() {
        models.script(models.endless());
        int call = stream("");
        plugin.answerTo(call);

        execution.seal();
        execution.close();

        assertThat(error(frames(call).getLast())).isEqualTo("not_found");
        eventually(() -> models.brokenOff.get() == 1);
    }

    @Test
    void waitsForASilentStreamForTheTimeoutOfTheRunner() {
        models.script(models.hanging());

        assertThat(error(frames(stream(",\"timeout\":0.3")).getLast())).isEqualTo("deadline_exceeded");
    }

    @Test
    void appliesBackpressureToTheModel() {
        models.script(models.endless());
        plugin.deafen();
        stream("");

        AtomicLong before = new AtomicLong(-1);
        eventually(() -> {
            pause();
            long now = models.writtenBytes.get();
            return now > 0 && before.getAndSet(now) == now;
        });

        assertThat(models.writtenBytes.get()).isLessThan(32L * 1024 * 1024);
    }

    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
