package dev.agenthost.sdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.Calls;
import dev.agenthost.sdk.host.Models;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ModelFallbackTest {
    private static final List<Duration> TWICE = List.of(Duration.ofMillis(1), Duration.ofMillis(2));

    private final ScriptedCalls host = new ScriptedCalls();

    /** A host whose models answer or fail in the scripted order. */
    private static final class ScriptedCalls implements Calls {
        final Deque<Object> script = new ArrayDeque<>();
        final List<String> requests = new ArrayList<>();

        @Override
        public ObjectNode call(String action, ObjectNode data) {
            requests.add(action);
            if (script.remove() instanceof AgentApiException failure) {
                throw failure;
            }
            return json("{\"message\":{\"role\":\"assistant\",\"content\":\"hello\"}}");
        }

        @Override
        public void stream(String action, ObjectNode data, Consumer<ObjectNode> chunk) {
            requests.add(action);
            while (!script.isEmpty()) {
                if (script.remove() instanceof AgentApiException failure) {
                    throw failure;
                }
                chunk.accept(json("{\"chunk\":{\"role\":\"assistant\",\"content\":\"hel\",\"is_final\":false}}"));
            }
        }

        @Override
        public <T> T read(ObjectNode data, Class<T> type) {
            try {
                return ProtocolCodec.decode(data, type);
            } catch (UndecodableException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void aFailureThatMayPassIsRepeatedAfterEachModelHasFailed() {
        host.script.addAll(List.of(failure(true), failure(true), failure(true), "answer"));

        assertThat(answer(models(TWICE, "one", "two"))).isEqualTo("hello");

        assertThat(host.requests).hasSize(4);
    }

    @Test
    void aProviderStatesTheTimeBeforeARepetition() {
        host.script.addAll(List.of(limited(1), limited(3_600), "answer"));
        long begun = System.nanoTime();

        assertThat(answer(models(TWICE, "one"))).isEqualTo("hello");

        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(20));
    }

    @Test
    void theLastFailureIsThrownAfterTheLastRepetition() {
        AgentApiException last = failure(true);
        host.script.addAll(List.of(failure(true), failure(true), last));

        assertThatThrownBy(() -> answer(models(TWICE, "one"))).isSameAs(last);
    }

    @Test
    void aRefusalIsNotRepeated() {
        host.script.add(failure(false));

        assertThatThrownBy(() -> answer(models(TWICE, "one"))).isInstanceOf(AgentApiException.class);
        assertThat(host.requests).hasSize(1);
    }

    @Test
    void withoutPausesNothingIsRepeated() {
        host.script.add(failure(true));

        assertThatThrownBy(() -> answer(models(List.of(), "one"))).isInstanceOf(AgentApiException.class);
        assertThat(host.requests).hasSize(1);
    }

    @Test
    void anAnswerThatBrokeAfterItsFirstWordIsNotRepeated() {
        host.script.addAll(List.of("chunk", failure(true)));
        ModelFallback model = new ModelFallback(
                new Models(host), List.of(new ModelCandidate("one", false, true, null)), true, json("{}"), null, TWICE);

        assertThatThrownBy(() -> answer(model)).isInstanceOf(AgentApiException.class);
        assertThat(host.requests).hasSize(1);
        assertThat(model.failedSpeaking()).isTrue();
    }

    private ModelFallback models(List<Duration> pauses, String... names) {
        List<ModelCandidate> candidates = new ArrayList<>();
        for (String name : names) {
            candidates.add(new ModelCandidate(name, true, false, null));
        }
        return new ModelFallback(new Models(host), candidates, false, json("{}"), null, pauses);
    }

    private static String answer(ModelFallback model) {
        return model.invoke(List.<Message>of(), List.of(), words -> {})
                .message()
                .plainText();
    }

    private static AgentApiException failure(boolean retryable) {
        return new AgentApiException(new AgentApiError("runtime_error", "no", retryable, json("{}")));
    }

    private static AgentApiException limited(int seconds) {
        return new AgentApiException(
                new AgentApiError("rate_limited", "no", true, json("{\"retry_after_seconds\":" + seconds + "}")));
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) ProtocolCodec.readTree(text);
        } catch (UndecodableException e) {
            throw new IllegalStateException(e);
        }
    }
}
