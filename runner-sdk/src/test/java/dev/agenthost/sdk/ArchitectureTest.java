package dev.agenthost.sdk;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.sdk";
    private static final String HARNESS = BASE + ".harness";

    private static final JavaClasses CLASSES = HouseRules.mainClasses(BASE);

    @Test
    void partsAreFreeOfCycles() {
        HouseRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
        HouseRules.capabilitiesAreFreeOfCycles(CLASSES, HARNESS);
    }

    @Test
    void eachTechnologyIsKnownToOnePart() {
        HouseRules.knownOnlyBelow(CLASSES, "com.sun.net.httpserver.", HARNESS + ".mcp.http");
        HouseRules.knownOnlyBelow(CLASSES, "java.net.http.", BASE + ".ws", HARNESS + ".mcp.bridge");
        HouseRules.knownOnlyBelow(CLASSES, "java.nio.file.", HARNESS + ".files");
    }
}
