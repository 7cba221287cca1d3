package dev.agenthost.walk.box;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class MissingPrerequisiteTest {

    @Test
    void onlyAPersonsMachineMayLackWhatATestNeeds() {
        assertThatThrownBy(() -> MissingPrerequisite.skips("no such thing", "true"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no such thing");
        assertThatThrownBy(() -> MissingPrerequisite.skips("no such thing", null))
                .isInstanceOf(TestAbortedException.class);
        assertThatThrownBy(() -> MissingPrerequisite.skips("no such thing", "false"))
                .isInstanceOf(TestAbortedException.class);
    }
}
