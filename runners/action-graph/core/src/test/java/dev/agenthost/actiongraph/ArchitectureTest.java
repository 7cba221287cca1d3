package dev.agenthost.actiongraph;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.actiongraph";
    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void knowsNoInputOutputThreadsOrClocks() {
        ArchitectureRules.dependsOnlyOn(
                CLASSES,
                BASE,
                "java.lang.",
                "java.math.",
                "java.text.Normalizer",
                "java.time.Duration",
                "java.util.",
                "java.nio.charset.",
                "com.fasterxml.jackson.databind.JsonNode",
                "com.fasterxml.jackson.databind.node.",
                "dev.agenthost.protocol.id.Sha256",
                "dev.agenthost.protocol.json.",
                "dev.agenthost.protocol.result.Ui",
                "org.commonmark.",
                "org.jspecify.annotations.");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.util.concurrent.");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.lang.Thread");
    }

    @Test
    void onlyOnePackageKnowsTheMarkdownParser() {
        ArchitectureRules.knownOnlyBelow(CLASSES, "org.commonmark.", BASE + ".markdown");
    }

    @Test
    void packagesAreFreeOfCycles() {
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }
}
