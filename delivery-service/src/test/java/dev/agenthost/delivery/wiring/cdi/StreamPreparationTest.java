package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.stream.ResultLogEntry;
import dev.agenthost.platform.observability.SampleRecords;
import dev.agenthost.protocol.result.RunResults;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StreamPreparationTest {
    @Test
    void theSampleHasTheFramesOfAShortAnswer() {
        new StreamPreparation().prepare();

        assertThat(Objects.requireNonNull(ResultLogEntry.read(0, SampleRecords.of(RunResults.class)))
                        .frames())
                .hasSize(4);
    }
}
