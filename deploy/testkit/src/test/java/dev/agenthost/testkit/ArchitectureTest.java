package dev.agenthost.testkit;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.agenthost.protocol.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

/** The kit knows protocol alone of our modules, and each technology is known to one of its folders. */
class ArchitectureTest {
    private static final String BASE = "dev.agenthost.testkit";

    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses(BASE);

    @Test
    void partsAreFreeOfCycles() {
        ArchitectureRules.capabilitiesAreFreeOfCycles(CLASSES, BASE);
    }

    @Test
    void eachTechnologyIsKnownToOnePart() {
        ArchitectureRules.knownOnlyBelow(CLASSES, "kafka.", BASE + ".kafka");
        ArchitectureRules.knownOnlyBelow(CLASSES, "org.apache.commons.compress.", BASE + ".postgres");
        ArchitectureRules.knownOnlyBelow(
                CLASSES,
                "io.vertx.",
                BASE + ".plugin",
                BASE + ".http",
                BASE + ".lark",
                BASE + ".slack",
                BASE + ".discord",
                BASE + ".dingtalk");
        ArchitectureRules.knownOnlyBelow(CLASSES, "com.lark.", BASE + ".lark");
    }
}
