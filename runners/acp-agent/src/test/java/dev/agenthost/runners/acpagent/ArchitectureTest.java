package dev.agenthost.runners.acpagent;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.runners.acpagent";

    private static final JavaClasses CLASSES = HouseRules.mainClasses(BASE);

    @Test
    void partsAreFreeOfCycles() {
        HouseRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }

    @Test
    void eachTechnologyIsKnownToOnePart() {
        HouseRules.knownOnlyBelow(CLASSES, "java.lang.Process", BASE + ".process");
        HouseRules.knownOnlyBelow(CLASSES, "java.io.InputStream", BASE + ".process", BASE + ".rpc");
    }
}
