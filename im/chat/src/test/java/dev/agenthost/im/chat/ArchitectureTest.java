package dev.agenthost.im.chat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.im.chat";
    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    /** Pure folders of the services may use it. */
    @Test
    void knowsNoInputAndOutput() {
        ArchitectureRules.dependsOnlyOn(
                CLASSES,
                BASE,
                "java.lang.",
                "java.nio.ByteBuffer",
                "java.nio.charset.",
                "java.time.Duration",
                "java.util.",
                "com.fasterxml.jackson.databind.JsonNode",
                "com.fasterxml.jackson.databind.node.",
                "dev.agenthost.protocol.id.",
                "org.commonmark.",
                "org.jspecify.annotations.");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.util.concurrent.");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.lang.Thread");
    }

    @Test
    void onlyTextsKnowTheMarkdownParser() {
        ArchitectureRules.knownOnlyBelow(CLASSES, "org.commonmark.", BASE + ".text");
    }
}
