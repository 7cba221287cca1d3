package dev.agenthost.im.wecom;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "dev.agenthost.im.wecom";
    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void onlyTheClientKnowsInputAndOutput() {
        ArchitectureRules.dependsOnlyOn(
                CLASSES,
                BASE,
                "java.io.StringReader",
                "java.io.IOException",
                "java.lang.",
                "java.net.URLDecoder",
                "java.net.URLEncoder",
                "java.nio.ByteBuffer",
                "java.nio.CharBuffer",
                "java.security.",
                "javax.crypto.",
                "javax.xml.stream.",
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
        ArchitectureRules.knownOnlyBelow(CLASSES, "javax.xml.", BASE + ".xml");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.util.concurrent.");
        ArchitectureRules.knownOnlyBelow(CLASSES, "java.lang.Thread");
    }

    @Test
    void packagesAreFreeOfCycles() {
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }
}
