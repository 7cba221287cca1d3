package dev.agenthost.im.line;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.im.line";
    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void onlyTheClientKnowsInputAndOutput() {
        ArchitectureRules.dependsOnlyOn(
                CLASSES,
                BASE,
                "java.lang.",
                "java.net.URLEncoder",
                "java.security.",
                "javax.crypto.",
                "java.nio.charset.",
                "java.time.Duration",
                "java.time.Instant",
                "java.util.",
                "com.fasterxml.jackson.databind.JsonNode",
                "com.fasterxml.jackson.databind.node.",
                "dev.agenthost.im.chat.",
                "dev.agenthost.platform.egress.",
                "dev.agenthost.protocol.",
                "io.smallrye.mutiny.",
                "org.jspecify.annotations.");
        ArchitectureRules.knownOnlyBelow(CLASSES, "dev.agenthost.platform.egress.", BASE + ".client");
        ArchitectureRules.knownOnlyBelow(CLASSES, "io.smallrye.mutiny.", BASE + ".client");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.net.", BASE + ".client");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.util.concurrent.");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.lang.Thread");
    }

    @Test
    void packagesAreFreeOfCycles() {
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }
}
