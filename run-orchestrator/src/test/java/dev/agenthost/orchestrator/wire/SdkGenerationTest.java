package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.plugin.PluginRecording;
import org.junit.jupiter.api.Test;

class SdkGenerationTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Test
    void identifiesTheRecordedPluginAs0_5() {
        assertThat(SdkGeneration.of(recorded())).isEqualTo(SdkGeneration.LATER);
    }

    @Test
    void aRegistrationWithoutAMarkCountsAs0_4UntilItsFirstCall() {
        ObjectNode registration = recorded();
        registration.remove("registration_capability");

        SdkGeneration generation = SdkGeneration.of(registration);
        assertThat(generation).isEqualTo(SdkGeneration.V0_4);
        assertThat(generation.seenIn("history_page", JSON.objectNode().put("include_artifacts", false)))
                .isEqualTo(SdkGeneration.SPECIFICATION);
        assertThat(generation.seenIn("history_page", JSON.objectNode().put("include_attachments", false)))
                .isEqualTo(SdkGeneration.V0_4);
        assertThat(SdkGeneration.LATER.seenIn("history_page", JSON.objectNode().put("include_artifacts", false)))
                .isEqualTo(SdkGeneration.LATER);
    }

    @Test
    void includeArtifactsIdentifiesTheSpecification() {
        ObjectNode registration = recorded();
        ((ObjectNode) registration.at("/plugin_container/components/0/manifest/manifest/spec/permissions"))
                .putArray("artifacts")
                .add("read");

        assertThat(SdkGeneration.of(registration)).isEqualTo(SdkGeneration.SPECIFICATION);
    }

    @Test
    void theOwnSdkNamesItsGeneration() {
        assertThat(SdkGeneration.of(recorded().put("wire_generation", "specification")))
                .isEqualTo(SdkGeneration.RUNNER_SDK);
        assertThat(SdkGeneration.of(recorded().put("wire_generation", 7))).isEqualTo(SdkGeneration.LATER);
    }

    private static ObjectNode recorded() {
        return PluginRecording.registration().path("data").deepCopy();
    }
}
