package dev.agenthost.protocol.architecture;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** Each rule has a planted breach below {@code breach}, and bites. */
class ArchitectureRulesTest {
    private static final String BREACH = "dev.agenthost.protocol.architecture.breach.";

    @Test
    void aSoundServicePassesEveryRule() {
        String base = "dev.agenthost.protocol.architecture.sound";
        JavaClasses classes = fixture(base);
        assertThatCode(() -> {
                    ArchitectureRules.pureFoldersKnowNoTechnology(classes, base);
                    ArchitectureRules.pureFoldersDoNotReachIntoLeaves(classes, base);
                    ArchitectureRules.leavesDoNotKnowEachOther(classes, base);
                    ArchitectureRules.capabilitiesAreFreeOfCycles(classes, base);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void refusesATechnologyInAPureFolder() {
        assertThatThrownBy(() ->
                        ArchitectureRules.pureFoldersKnowNoTechnology(fixture(BREACH + "impure"), BREACH + "impure"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Decider");
    }

    @Test
    void refusesAPureFolderThatReachesIntoALeaf() {
        assertThatThrownBy(() ->
                        ArchitectureRules.pureFoldersDoNotReachIntoLeaves(fixture(BREACH + "leak"), BREACH + "leak"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Ledger");
    }

    @Test
    void refusesLeavesThatKnowEachOther() {
        assertThatThrownBy(
                        () -> ArchitectureRules.leavesDoNotKnowEachOther(fixture(BREACH + "leaves"), BREACH + "leaves"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Consumer");
    }

    @Test
    void refusesCapabilitiesInACircle() {
        assertThatThrownBy(() ->
                        ArchitectureRules.capabilitiesAreFreeOfCycles(fixture(BREACH + "circle"), BREACH + "circle"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Cycle");
    }

    @Test
    void refusesAWayOutBesideTheOne() {
        JavaClasses classes = fixture(BREACH + "caller");

        assertThatThrownBy(() -> ArchitectureRules.callsOutOnlyBelow(classes))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Caller");
        assertThatCode(() -> ArchitectureRules.callsOutOnlyBelow(classes, BREACH + "caller.run.http"))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesATechnologyOutsideItsFolder() {
        JavaClasses classes = fixture(BREACH + "impure");
        assertThatThrownBy(() -> ArchitectureRules.knownOnlyBelow(classes, "org.assertj.", BREACH + "impure.run.http"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Decider");
        assertThatCode(() -> ArchitectureRules.knownOnlyBelow(classes, "org.assertj.", BREACH + "impure"))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesToCheckNothing() {
        assertThatThrownBy(() -> ArchitectureRules.mainClasses("dev.agenthost.nowhere"))
                .isInstanceOf(AssertionError.class);
    }

    private static JavaClasses fixture(String base) {
        return new ClassFileImporter().importPackages(base);
    }
}
