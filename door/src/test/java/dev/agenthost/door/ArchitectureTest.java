package dev.agenthost.door;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

/** As a service, but for one thing: what a fault of the JSON library means is decided here, so {@code problem} knows Jackson. */
class ArchitectureTest {
    private static final String BASE = "dev.agenthost.door";

    private static final JavaClasses CLASSES = HouseRules.mainClasses(BASE);

    @Test
    void pureFoldersKnowNoTechnologyBesideJackson() {
        HouseRules.pureFoldersKnowNoTechnology(CLASSES, BASE, "com.fasterxml.jackson.");
    }

    @Test
    void foldersAreLaidOutAsInAService() {
        HouseRules.pureFoldersDoNotReachIntoLeaves(CLASSES, BASE);
        HouseRules.leavesDoNotKnowEachOther(CLASSES, BASE);
        HouseRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }
}
