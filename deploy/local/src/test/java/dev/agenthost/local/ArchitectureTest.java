package dev.agenthost.local;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

/** The box is no service: its folders are its parts, and each technology is known to one of them. */
class ArchitectureTest {
    private static final String BASE = "dev.agenthost.local";

    private static final JavaClasses CLASSES = HouseRules.mainClasses(BASE);

    @Test
    void partsAreFreeOfCycles() {
        HouseRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }

    @Test
    void eachTechnologyIsKnownToOnePart() {
        HouseRules.knownOnlyBelow(CLASSES, "kafka.", BASE + ".kafka");
        HouseRules.knownOnlyBelow(CLASSES, "org.apache.kafka.", BASE + ".kafka", BASE + ".test");
        HouseRules.knownOnlyBelow(CLASSES, "org.apache.commons.compress.", BASE + ".postgres");
        HouseRules.knownOnlyBelow(CLASSES, "io.vertx.", BASE + ".front");
        HouseRules.knownOnlyBelow(CLASSES, "picocli.", BASE + ".cli");
        HouseRules.knownOnlyBelow(CLASSES, "io.quarkus.", BASE + ".test");
    }
}
