package dev.agenthost.runners.actiongraph;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.runners.actiongraph";
    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void packagesAreFreeOfCycles() {
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }

    @Test
    void onlyTheExecutionKnowsConcurrency() {
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.util.concurrent.", BASE + ".execution");
    }
}
