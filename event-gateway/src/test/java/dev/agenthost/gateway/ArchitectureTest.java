package dev.agenthost.gateway;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    @Test
    void capabilitiesKnowNoTechnology() {
        HouseRules.check("dev.agenthost.gateway");
    }

    /** The planted breach of the rule: a probe that names no right. */
    @Test
    void anEndpointThatNamesNoRightIsFound() {
        assertThatThrownBy(() -> HouseRules.endpointsSayWhichRightTheyNeed(
                        new ClassFileImporter().importPackages("dev.agenthost.gateway.entrance")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("forgotten")
                .hasMessageNotContaining("ofWorkspace");
    }
}
