package dev.agenthost.protocol.house;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** Each rule has a planted breach below {@code breach}, and bites. */
class HouseRulesTest {
    private static final String BREACH = "dev.agenthost.protocol.house.breach.";

    @Test
    void aSoundServicePassesEveryRule() {
        String base = "dev.agenthost.protocol.house.sound";
        JavaClasses classes = fixture(base);
        assertThatCode(() -> {
                    HouseRules.pureFoldersKnowNoTechnology(classes, base);
                    HouseRules.pureFoldersDoNotReachIntoLeaves(classes, base);
                    HouseRules.leavesDoNotKnowEachOther(classes, base);
                    HouseRules.capabilitiesAreFreeOfCycles(classes, base);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void refusesATechnologyInAPureFolder() {
        assertThatThrownBy(() -> HouseRules.pureFoldersKnowNoTechnology(fixture(BREACH + "impure"), BREACH + "impure"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Decider");
    }

    @Test
    void refusesAPureFolderThatReachesIntoALeaf() {
        assertThatThrownBy(() -> HouseRules.pureFoldersDoNotReachIntoLeaves(fixture(BREACH + "leak"), BREACH + "leak"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Ledger");
    }

    @Test
    void refusesLeavesThatKnowEachOther() {
        assertThatThrownBy(() -> HouseRules.leavesDoNotKnowEachOther(fixture(BREACH + "leaves"), BREACH + "leaves"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Consumer");
    }

    @Test
    void refusesCapabilitiesInACircle() {
        assertThatThrownBy(() -> HouseRules.capabilitiesAreFreeOfCycles(fixture(BREACH + "circle"), BREACH + "circle"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Cycle");
    }

    @Test
    void refusesAWayOutBesideTheOne() {
        JavaClasses classes = fixture(BREACH + "caller");

        assertThatThrownBy(() -> HouseRules.callsOutOnlyBelow(classes))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Caller");
        assertThatCode(() -> HouseRules.callsOutOnlyBelow(classes, BREACH + "caller.run.http"))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesATechnologyOutsideItsFolder() {
        JavaClasses classes = fixture(BREACH + "impure");
        assertThatThrownBy(() -> HouseRules.knownOnlyBelow(classes, "org.assertj.", BREACH + "impure.run.http"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Decider");
        assertThatCode(() -> HouseRules.knownOnlyBelow(classes, "org.assertj.", BREACH + "impure"))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesToCheckNothing() {
        assertThatThrownBy(() -> HouseRules.mainClasses("dev.agenthost.nowhere"))
                .isInstanceOf(AssertionError.class);
    }

    private static JavaClasses fixture(String base) {
        return new ClassFileImporter().importPackages(base);
    }
}
