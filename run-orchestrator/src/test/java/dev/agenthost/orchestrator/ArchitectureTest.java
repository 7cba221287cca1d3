package dev.agenthost.orchestrator;

import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.orchestrator";

    @Test
    void keepsTheHouseRules() {
        ArchitectureRules.check(BASE);
    }

    /** Context-store is ours, and a runtime's address the operator's own setting: neither is any person's. */
    @Test
    void nothingHereCallsOutByItselfButToContextStoreAndRuntimes() {
        ArchitectureRules.callsOutOnlyBelow(
                ArchitectureRules.mainClasses(BASE), BASE + ".context.http", BASE + ".runtime.ws");
    }
}
