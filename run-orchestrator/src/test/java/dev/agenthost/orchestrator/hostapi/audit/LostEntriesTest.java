package dev.agenthost.orchestrator.hostapi.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LostEntriesTest {
    private final LostEntries lost = new LostEntries();

    @Test
    void summarizesLostEntriesOnce() {
        for (int i = 0; i < 10_000; i++) {
            lost.add("too many wait");
        }
        lost.add("the broker is away");

        assertThat(lost.drainSummary())
                .contains("audit entries not recorded: 10001, the last because: the broker is away");
        assertThat(lost.drainSummary()).isEmpty();
    }

    @Test
    void isEmptyWithoutLostEntries() {
        assertThat(lost.drainSummary()).isEmpty();
    }
}
