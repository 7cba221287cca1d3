package dev.agenthost.orchestrator.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunWarningsTest {
    private final List<String> log = new ArrayList<>();
    private final RunWarnings warnings = new RunWarnings(log::add);

    @Test
    void aRunnerThatIsOddWithEachResultFillsNoLog() {
        for (int i = 0; i < 100_000; i++) {
            warnings.say("result " + i);
        }
        assertThat(log).hasSize(RunWarnings.MOST + 1).endsWith(RunWarnings.NO_MORE);
    }

    @Test
    void whatIsOddNowAndThenIsSaidInFull() {
        for (int i = 0; i < RunWarnings.MOST; i++) {
            warnings.say("result " + i);
        }
        assertThat(log).hasSize(RunWarnings.MOST).doesNotContain(RunWarnings.NO_MORE);
    }
}
