package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.Recorded;
import org.junit.jupiter.api.Test;

class GenerationTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Test
    void theRecordedPluginIsOfTheLater() {
        assertThat(Generation.of(recorded())).isEqualTo(Generation.LATER);
    }

    @Test
    void aRegistrationThatShowsNothingIsTakenFor0_4UntilItsFirstCallShowsWhichItIs() {
        ObjectNode registration = recorded();
        registration.remove("registration_capability");

        Generation generation = Generation.of(registration);
        assertThat(generation).isEqualTo(Generation.V0_4);
        assertThat(generation.seenIn("history_page", JSON.objectNode().put("include_artifacts", false)))
                .isEqualTo(Generation.SPECIFICATION);
        assertThat(generation.seenIn("history_page", JSON.objectNode().put("include_attachments", false)))
                .isEqualTo(Generation.V0_4);
        assertThat(Generation.LATER.seenIn("history_page", JSON.objectNode().put("include_artifacts", false)))
                .isEqualTo(Generation.LATER);
    }

    @Test
    void whoAsksForArtifactsIsOfTheSpecification() {
        ObjectNode registration = recorded();
        ((ObjectNode) registration.at("/plugin_container/components/0/manifest/manifest/spec/permissions"))
                .putArray("artifacts")
                .add("read");

        assertThat(Generation.of(registration)).isEqualTo(Generation.SPECIFICATION);
    }

    @Test
    void ourOwnSdkSaysIt() {
        assertThat(Generation.of(recorded().put("wire_generation", "specification")))
                .isEqualTo(Generation.RUNNER_SDK);
        assertThat(Generation.of(recorded().put("wire_generation", 7))).isEqualTo(Generation.LATER);
    }

    private static ObjectNode recorded() {
        return Recorded.registration().path("data").deepCopy();
    }
}
