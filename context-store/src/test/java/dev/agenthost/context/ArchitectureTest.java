package dev.agenthost.context;

import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theHouseIsInOrder() {
        HouseRules.check("dev.agenthost.context");
    }
}
