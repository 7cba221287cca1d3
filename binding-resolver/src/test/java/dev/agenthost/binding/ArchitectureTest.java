package dev.agenthost.binding;

import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void keepsTheRulesOfTheHouse() {
        ArchitectureRules.check("dev.agenthost.binding");
    }
}
