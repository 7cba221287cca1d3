package dev.agenthost.bench;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.bench";

    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void partsAreFreeOfCycles() {
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }

    @Test
    void eachTechnologyIsKnownToFewParts() {
        ArchitectureRules.knownOnlyBelow(
                CLASSES, "org.apache.kafka.", BASE + ".relay", BASE + ".testbed", BASE + ".measure", BASE + ".scale");
        ArchitectureRules.knownOnlyBelow(
                CLASSES, "io.vertx.", BASE + ".testbed", BASE + ".hostcalls", BASE + ".measure");
        ArchitectureRules.knownOnlyBelow(CLASSES, "picocli.", BASE + ".cli");
        ArchitectureRules.knownOnlyBelow(CLASSES, "org.HdrHistogram.", BASE + ".load");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.sql.", BASE + ".soak", BASE + ".scale", BASE + ".graph");
    }
}
