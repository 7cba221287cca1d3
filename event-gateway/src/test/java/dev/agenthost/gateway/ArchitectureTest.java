package dev.agenthost.gateway;

import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    @Test
    void capabilitiesKnowNoTechnology() {
        HouseRules.check("dev.agenthost.gateway");
    }
}
