package dev.agenthost.protocol.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import org.junit.jupiter.api.Test;

class ProtocolArchitectureTest {
    private static final String BASE = "dev.agenthost.protocol";

    private final JavaClasses classes = HouseRules.mainClasses(BASE);

    @Test
    void knowsTheJdkJacksonAndJspecifyAndNothingElse() {
        HouseRules.dependsOnlyOn(
                classes, BASE, "java.", "javax.crypto.", "com.fasterxml.jackson.", "org.jspecify.annotations.");
    }

    @Test
    void packagesAreFreeOfCycles() {
        HouseRules.capabilitiesAreFreeOfCycles(classes, BASE);
    }
}
