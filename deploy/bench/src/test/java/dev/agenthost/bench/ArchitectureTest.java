package dev.agenthost.bench;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.bench";

    private static final JavaClasses CLASSES = HouseRules.mainClasses(BASE);

    @Test
    void partsAreFreeOfCycles() {
        HouseRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }

    @Test
    void eachTechnologyIsKnownToFewParts() {
        HouseRules.knownOnlyBelow(
                CLASSES, "org.apache.kafka.", BASE + ".relay", BASE + ".walk", BASE + ".measure", BASE + ".scale");
        HouseRules.knownOnlyBelow(CLASSES, "io.vertx.", BASE + ".walk", BASE + ".hostcalls", BASE + ".hostile");
        HouseRules.knownOnlyBelow(CLASSES, "picocli.", BASE + ".cli");
        HouseRules.knownOnlyBelow(CLASSES, "org.HdrHistogram.", BASE + ".load");
        HouseRules.knownOnlyBelow(CLASSES, "java.sql.", BASE + ".soak", BASE + ".scale");
    }
}
