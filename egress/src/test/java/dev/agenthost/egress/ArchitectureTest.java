package dev.agenthost.egress;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.egress";

    private static final JavaClasses CLASSES = HouseRules.mainClasses(BASE);

    @Test
    void foldersAreLaidOutAsInAService() {
        HouseRules.pureFoldersKnowNoTechnology(CLASSES, BASE);
        HouseRules.pureFoldersDoNotReachIntoLeaves(CLASSES, BASE);
        HouseRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }

    @Test
    void onlyOneFolderCallsOut() {
        HouseRules.callsOutOnlyBelow(CLASSES, BASE + ".http");
    }
}
