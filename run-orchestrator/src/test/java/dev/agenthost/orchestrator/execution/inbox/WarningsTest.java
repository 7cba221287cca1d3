package dev.agenthost.orchestrator.execution.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {
    private final List<String> log = new ArrayList<>();
    private final Warnings warnings = new Warnings(log::add);

    @Test
    void aRunnerThatIsOddWithEachResultFillsNoLog() {
        for (int i = 0; i < 100_000; i++) {
            warnings.say("result " + i);
        }
        assertThat(log).hasSize(Warnings.MOST + 1).endsWith(Warnings.NO_MORE);
    }

    @Test
    void whatIsOddNowAndThenIsSaidInFull() {
        for (int i = 0; i < Warnings.MOST; i++) {
            warnings.say("result " + i);
        }
        assertThat(log).hasSize(Warnings.MOST).doesNotContain(Warnings.NO_MORE);
    }
}
