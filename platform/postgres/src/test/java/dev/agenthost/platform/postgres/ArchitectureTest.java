package dev.agenthost.platform.postgres;

import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.platform.postgres";

    @Test
    void knowsTheClientAndTheTermsOfVersionedObjects() {
        ArchitectureRules.dependsOnlyOn(
                ArchitectureRules.mainClasses(BASE),
                BASE,
                "java.",
                "io.smallrye.mutiny.",
                "io.vertx.",
                "org.jspecify.annotations.",
                "dev.agenthost.platform.rest.ChangeContext",
                "dev.agenthost.platform.rest.ExpectedVersion",
                "dev.agenthost.platform.rest.Versioned",
                "dev.agenthost.platform.rest.Write",
                "dev.agenthost.protocol.");
    }
}
