package dev.agenthost.delivery;

import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.delivery";

    @Test
    void keepsTheHouseRules() {
        HouseRules.check(BASE);
    }

    @Test
    void nothingHereCallsOutByItself() {
        HouseRules.callsOutOnlyBelow(HouseRules.mainClasses(BASE));
    }
}
