package dev.agenthost.platform.postgres;

import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void keepsTheHouseRules() {
        ArchitectureRules.check("dev.agenthost.platform");
    }
}
