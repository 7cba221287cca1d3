package dev.agenthost.runners.localagent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalAgentTest extends LocalAgentFixture {
    @Test
    void saysWhatTheModelSaysWordByWord() throws Exception {
        host.models.put("m1", request -> ConversationHost.answer("hello to you"));

        List<ResultPayload> said = host.emit("hello");

        assertThat(said)
                .filteredOn(MessageDelta.class::isInstance)
                .extracting(one -> ((MessageDelta) one).chunk().plainText())
                .containsExactly("hello ", "to ", "you");
        assertThat(ConversationHost.messages(said)).containsExactly("hello to you");
        assertThat(said.getLast()).isInstanceOf(RunCompleted.class);
        assertThat(ConversationHost.sent(host.asked.getFirst()))
                .hasSize(2)
                .first()
                .asString()
                .contains("Be kind.");
    }

    @Test
    void saysItAtOnceWhereNobodySeesPieces() throws Exception {
        host.streaming = false;
        host.models.put("m1", request -> ConversationHost.answer("hello to you"));

        assertThat(host.emit("hello")).noneMatch(MessageDelta.class::isInstance);
        assertThat(host.transcript.getLast().content()).isEqualTo("hello to you");
    }

    /** With passages in every turn, a photo in each fifth, and tools that are called in each fourth. */
    @Test
    void everyTurnsRequestBeginsWithTheBytesOfTheTurnBeforeExceptAtACheckpoint() throws Exception {
        host.resources = ConversationHost.json(
                host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        knowledge("Berlin is the capital.", "Ulm has a tower.");
        host.artifactsRead = true;
        host.artifacts.put("photo", "GIF89a".getBytes(StandardCharsets.ISO_8859_1));
        AtomicInteger turn = new AtomicInteger();
        host.models.put("m1", request -> {
            JsonNode messages = request.path("messages");
            boolean called =
                    messages.get(messages.size() - 1).path("role").asText().equals("tool");
            boolean calls =
                    turn.get() % 4 == 0 && !ConversationHost.last(request).contains("Put the conversation");
            return calls && !called ? calling("add", "{}") : summariesOrAnswers(request);
        });
        int checkpoints = 0;
        int photos = 0;
        List<String> before = List.of();
        String functions = "";
        for (; turn.get() < 50; turn.incrementAndGet()) {
            JsonNode kept = host.state.get("local_agent.checkpoint");
            host.asked.clear();
            ObjectNode input = ConversationHost.json("{'contents':[],'text':'question " + turn + "'}");
            if (turn.get() % 5 == 0) {
                input.withArray("attachments")
                        .add(ConversationHost.json("{'artifact_id':'photo','mime_type':'image/gif','size':6}"));
                photos++;
            }
            host.emit(input);
            ObjectNode first = host.asked.stream()
                    .filter(request -> !ConversationHost.last(request).contains("Put the conversation"))
                    .findFirst()
                    .orElseThrow();
            List<String> now = ConversationHost.sent(first);
            if (java.util.Objects.equals(kept, host.state.get("local_agent.checkpoint"))) {
                assertThat(now.subList(0, before.size())).as("turn " + turn).isEqualTo(before);
            } else {
                checkpoints++;
                assertThat(now.get(1)).contains("Summary of the earlier conversation");
            }
            assertThat(now.getLast()).contains("Berlin", "Ulm", "question " + turn);
            assertThat(now.getLast().contains("image/gif;base64")).isEqualTo(turn.get() % 5 == 0);
            assertThat(first.path("funcs").toString()).contains("add");
            assertThat(functions).isIn("", first.path("funcs").toString());
            assertThat(now).hasSizeLessThan(45);
            before = now;
            functions = first.path("funcs").toString();
        }
        assertThat(photos).isEqualTo(10);
        assertThat(checkpoints).isBetween(2, 4);
    }

    @Test
    void aModelThatFailsBeforeItsFirstWordGivesWayAndTheNextStays() throws Exception {
        host.resources = ConversationHost.json(
                host.resources.toString().replace("\"", "'").replaceFirst("}$", "," + TOOLS + "}"));
        tools();
        host.models.put("m1", request -> {
            throw ConversationHost.refused("runtime_error");
        });
        host.models.put(
                "m2",
                request -> ConversationHost.last(request).equals("3")
                        ? ConversationHost.answer("three")
                        : calling("add", "{\\\"a\\\":1}"));

        List<ResultPayload> said = host.emit("1 and 2?");

        assertThat(ConversationHost.messages(said)).containsExactly("three");
        assertThat(host.asked)
                .extracting(request -> request.path("llm_model_uuid").asText())
                .containsExactly("m1", "m2", "m2");
    }

    @Test
    void aModelThatFailsInTheMiddleEndsTheRun() throws Exception {
        host.models.put("m1", request -> {
            ObjectNode answer = ConversationHost.answer("half a");
            return answer.put("dies", true);
        });

        List<ResultPayload> said = host.emit("hello");

        assertThat(((RunFailed) said.getLast()).code()).isEqualTo(LocalAgent.MODEL_FAILED);
        assertThat(((RunFailed) said.getLast()).retryable()).isTrue();
        assertThat(host.asked).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"deadline_exceeded", "budget_exhausted"})
    void aModelThatTakesTooLongOrTooMuchEndsTheRunAsThat(String code) throws Exception {
        for (String model : List.of("m1", "m2")) {
            host.models.put(model, request -> {
                throw ConversationHost.refused(code);
            });
        }

        assertThat(((RunFailed) host.emit("hello").getLast()).code()).isEqualTo(code);
    }

    @Test
    void aRunWithoutAModelSaysSo() throws Exception {
        host.resources = ConversationHost.json("{}");

        assertThat(((RunFailed) host.emit("hello").getLast()).code()).isEqualTo(LocalAgent.NO_MODEL);
        assertThat(host.asked).isEmpty();
    }

    @Test
    void saysNothingToAnEventThatSaysNothing() throws Exception {
        assertThat(host.emit("  ")).isEmpty();
    }
}
