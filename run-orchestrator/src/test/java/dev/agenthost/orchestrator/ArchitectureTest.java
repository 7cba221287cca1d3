package dev.agenthost.orchestrator;

import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.orchestrator";

    @Test
    void keepsTheHouseRules() {
        HouseRules.check(BASE);
    }

    /** Context-store is ours, and a runtime's address the operator's own setting: neither is any person's. */
    @Test
    void nothingHereCallsOutByItselfButToContextStoreAndRuntimes() {
        HouseRules.callsOutOnlyBelow(HouseRules.mainClasses(BASE), BASE + ".context.http", BASE + ".runtime.ws");
    }
}
