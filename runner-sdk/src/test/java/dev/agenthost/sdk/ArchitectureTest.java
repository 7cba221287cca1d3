package dev.agenthost.sdk;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.sdk";
    private static final String HARNESS = BASE + ".harness";

    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void packagesAreFreeOfCycles() {
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, HARNESS);
    }

    @Test
    void eachTechnologyIsUsedByOnePackage() {
        ArchitectureRules.knownOnlyBelow(CLASSES, "com.sun.net.httpserver.", HARNESS + ".mcp");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.net.http.", BASE + ".ws", HARNESS + ".mcp");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.nio.file.", HARNESS + ".files");
    }
}
