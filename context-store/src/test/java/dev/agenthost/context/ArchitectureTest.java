package dev.agenthost.context;

import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void theHouseIsInOrder() {
        ArchitectureRules.check("dev.agenthost.context");
    }
}
