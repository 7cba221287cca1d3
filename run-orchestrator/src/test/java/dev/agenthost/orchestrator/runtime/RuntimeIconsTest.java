package dev.agenthost.orchestrator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.runner.Icon;
import dev.agenthost.orchestrator.runner.Pictures;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.protocol.id.RunnerId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The icons of plugins behind a runtime, which comes with files in pieces. */
class RuntimeIconsTest {
    private static final RunnerId ANSWERS = new RunnerId("acme", "answers", "default");
    private static final RunnerId ASSISTANT = new RunnerId("acme", "assistant", "default");
    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @EnumSource(names = {"SPECIFICATION", "LATER"})
    void eachPluginIsAskedOnceAndAgainWhenSomebodyWantsIt(SdkGeneration generation) {
        byte[] picture = Pictures.png(40_000);
        ScriptedRuntime runtime = RuntimeConnectionTest.runtime(generation).icon("acme/answers", picture);
        RecordingRuntime kept = new RecordingRuntime(runtime, generation, new RecordingRuntime.Claims()).after(SECOND);
        look(kept, 5);

        assertThat(kept.connection().icon(ANSWERS)).map(Icon::bytes).hasValueSatisfying(bytes -> assertThat(bytes)
                .isEqualTo(picture));
        assertThat(kept.connection().icon(ASSISTANT)).isEmpty();
        assertThat(runtime.asked("get_plugin_icon"))
                .extracting(frame -> frame.at("/data/plugin_name").asText())
                .containsExactlyInAnyOrder("answers", "assistant");
        assertThat(kept.connection().runners()).hasSize(2);
        assertThat(kept.connection().taken()).isZero();
        assertThat(runtime.breaches).isEmpty();

        runtime.icon("acme/answers", Pictures.gif(100)).icon("acme/assistant", "<svg/>".getBytes());
        kept.connection().refresh(kept.now);
        look(kept, 5);

        assertThat(kept.connection().icon(ANSWERS)).map(Icon::mimeType).contains("image/gif");
        assertThat(kept.connection().icon(ASSISTANT)).isEmpty();
        assertThat(runtime.asked("get_plugin_icon")).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource(names = {"SPECIFICATION", "LATER"})
    void theQuestionCarriesWhatTheGenerationKnows(SdkGeneration generation) {
        ScriptedRuntime runtime = RuntimeConnectionTest.runtime(generation);
        RecordingRuntime kept = new RecordingRuntime(runtime, generation, new RecordingRuntime.Claims()).after(SECOND);
        look(kept, 3);

        List<JsonNode> asked = runtime.asked("get_plugin_icon");
        assertThat(asked).isNotEmpty().allSatisfy(frame -> {
            assertThat(frame.has("context")).isEqualTo(generation == SdkGeneration.LATER);
            assertThat(frame.at("/data/plugin_author").asText()).isEqualTo("acme");
        });
    }

    private static void look(RecordingRuntime kept, int times) {
        for (int i = 0; i < times; i++) {
            kept.after(SECOND);
            kept.connection().check(kept.now);
        }
    }
}
