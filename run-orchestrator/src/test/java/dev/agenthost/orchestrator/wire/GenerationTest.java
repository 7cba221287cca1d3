package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.Recorded;
import org.junit.jupiter.api.Test;

class GenerationTest {
    @Test
    void theRecordedPluginIsOfTheLater() {
        assertThat(Generation.of(recorded())).isEqualTo(Generation.LATER);
    }

    @Test
    void whoKnowsNothingOfRegistrationCapabilitiesIsOfTheSpecification() {
        ObjectNode registration = recorded();
        registration.remove("registration_capability");

        assertThat(Generation.of(registration)).isEqualTo(Generation.SPECIFICATION);
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
                .isEqualTo(Generation.SPECIFICATION);
        assertThat(Generation.of(recorded().put("wire_generation", 7))).isEqualTo(Generation.LATER);
    }

    private static ObjectNode recorded() {
        return Recorded.registration().path("data").deepCopy();
    }
}
