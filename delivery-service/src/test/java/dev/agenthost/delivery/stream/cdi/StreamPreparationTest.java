package dev.agenthost.delivery.stream.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.stream.LogEntry;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.watch.preparation.SampleRecords;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StreamPreparationTest {
    @Test
    void theSampleHasTheFramesOfAShortAnswer() {
        new StreamPreparation().prepare();

        assertThat(Objects.requireNonNull(LogEntry.read(0, SampleRecords.of(RunResults.class)))
                        .frames())
                .hasSize(4);
    }
}
