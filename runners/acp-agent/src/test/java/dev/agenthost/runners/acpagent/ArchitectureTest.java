package dev.agenthost.runners.acpagent;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.runners.acpagent";

    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void partsAreFreeOfCycles() {
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }

    @Test
    void eachTechnologyIsKnownToOnePart() {
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.lang.Process", BASE + ".process");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.io.InputStream", BASE + ".process", BASE + ".rpc");
    }
}
