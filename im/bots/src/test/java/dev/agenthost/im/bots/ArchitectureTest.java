package dev.agenthost.im.bots;

import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void keepsTheHouseRules() {
        ArchitectureRules.check("dev.agenthost.im.bots");
    }
}
