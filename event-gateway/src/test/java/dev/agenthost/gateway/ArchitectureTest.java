package dev.agenthost.gateway;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    @Test
    void capabilitiesKnowNoTechnology() {
        ArchitectureRules.check("dev.agenthost.gateway");
    }

    /** The planted breach of the rule: a probe that names no right. */
    @Test
    void anEndpointThatNamesNoRightIsFound() {
        assertThatThrownBy(() -> ArchitectureRules.endpointsSayWhichRightTheyNeed(
                        new ClassFileImporter().importPackages("dev.agenthost.gateway.entrance")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("forgotten")
                .hasMessageNotContaining("ofWorkspace");
    }
}
