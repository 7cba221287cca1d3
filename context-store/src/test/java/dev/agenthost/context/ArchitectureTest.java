package dev.agenthost.context;

import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void followsTheArchitectureRules() {
        ArchitectureRules.check("dev.agenthost.context");
    }
}
