package dev.agenthost.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasureTest {
    @Test
    void allAreAllButTheOneThatFillsADatabaseForLong() {
        assertThat(Measure.named(List.of()))
                .hasSize(Measure.values().length - 1)
                .doesNotContain(Measure.B4);
        assertThat(Measure.named(List.of("all", "b4"))).hasSize(Measure.values().length);
        assertThat(Measure.named(List.of("b4", "crowd"))).containsExactlyInAnyOrder(Measure.B4, Measure.CROWD);
    }

    @Test
    void unknownNameIsAnsweredWithThoseThatThereAre() {
        assertThatThrownBy(() -> Measure.named(List.of("b99")))
                .hasMessageContaining("b99")
                .hasMessageContaining("crowd");
        for (var measure : Measure.values()) {
            assertThat(Measure.NAMES.split(" ")).contains(measure.name().toLowerCase(java.util.Locale.ROOT));
        }
    }
}
