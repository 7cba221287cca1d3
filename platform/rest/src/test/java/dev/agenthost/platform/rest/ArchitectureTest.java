package dev.agenthost.platform.rest;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

/** As a service, but for one thing: what a fault of the JSON library means is decided here, so {@code problem} knows Jackson. */
class ArchitectureTest {
    private static final String BASE = "dev.agenthost.platform.rest";

    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void pureFoldersKnowNoTechnologyBesideJackson() {
        ArchitectureRules.pureFoldersKnowNoTechnology(CLASSES, BASE, "com.fasterxml.jackson.");
    }

    @Test
    void foldersAreLaidOutAsInAService() {
        ArchitectureRules.pureFoldersDoNotReachIntoLeaves(CLASSES, BASE);
        ArchitectureRules.leavesDoNotKnowEachOther(CLASSES, BASE);
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }
}
