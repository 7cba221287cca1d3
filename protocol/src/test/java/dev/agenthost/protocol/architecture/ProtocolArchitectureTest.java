package dev.agenthost.protocol.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;

class ProtocolArchitectureTest {
    private static final String BASE = "dev.agenthost.protocol";

    private final JavaClasses classes = ArchitectureRules.mainClasses(BASE);

    @Test
    void knowsTheJdkJacksonAndJspecifyAndNothingElse() {
        ArchitectureRules.dependsOnlyOn(
                classes, BASE, "java.", "javax.crypto.", "com.fasterxml.jackson.", "org.jspecify.annotations.");
    }

    @Test
    void packagesAreFreeOfCycles() {
        ArchitectureRules.capabilitiesAreFreeOfCycles(classes, BASE);
    }
}
