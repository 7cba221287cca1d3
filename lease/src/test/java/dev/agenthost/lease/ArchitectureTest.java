package dev.agenthost.lease;

import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void keepsTheHouseRules() {
        HouseRules.check("dev.agenthost.lease");
    }
}
