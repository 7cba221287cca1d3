package dev.agenthost.local;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

/** The box is no service: its folders are its parts, and each technology is known to one of them. */
class ArchitectureTest {
    private static final String BASE = "dev.agenthost.local";

    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void partsAreFreeOfCycles() {
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }

    @Test
    void eachTechnologyIsKnownToOnePart() {
        ArchitectureRules.knownOnlyBelow(CLASSES, "org.apache.kafka.", BASE + ".kafka");
        ArchitectureRules.knownOnlyBelow(CLASSES, "io.vertx.", BASE + ".front");
        ArchitectureRules.knownOnlyBelow(CLASSES, "picocli.", BASE + ".cli");
    }
}
