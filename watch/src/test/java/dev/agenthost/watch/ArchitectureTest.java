package dev.agenthost.watch;

import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void keepsTheHouseRules() {
        HouseRules.check("dev.agenthost.watch");
    }
}
