package dev.agenthost.delivery;

import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.delivery";

    @Test
    void followsTheArchitectureRules() {
        ArchitectureRules.check(BASE);
    }

    @Test
    void onlyTheEgressClientOpensConnections() {
        ArchitectureRules.callsOutOnlyBelow(ArchitectureRules.mainClasses(BASE));
    }
}
