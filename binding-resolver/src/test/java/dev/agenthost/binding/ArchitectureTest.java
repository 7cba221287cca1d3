package dev.agenthost.binding;

import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void keepsTheRulesOfTheHouse() {
        HouseRules.check("dev.agenthost.binding");
    }
}
