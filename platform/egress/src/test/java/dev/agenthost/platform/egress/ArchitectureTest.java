package dev.agenthost.platform.egress;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.platform.egress";

    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void foldersAreLaidOutAsInAService() {
        ArchitectureRules.pureFoldersKnowNoTechnology(CLASSES, BASE);
        ArchitectureRules.pureFoldersDoNotReachIntoLeaves(CLASSES, BASE);
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }

    @Test
    void onlyOneFolderCallsOut() {
        ArchitectureRules.callsOutOnlyBelow(CLASSES, BASE + ".http");
    }
}
