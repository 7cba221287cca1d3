package dev.agenthost.platform.observability.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundedLabelsTest {

    @Test
    void theFirstKeepTheirNamesAndAllOthersShareOne() {
        BoundedLabels names = new BoundedLabels(2);

        assertThat(List.of("a", "b", "c", "a", "d", "b"))
                .extracting(names::of)
                .containsExactly("a", "b", BoundedLabels.OTHER, "a", BoundedLabels.OTHER, "b");
    }

    @Test
    void aNameThatNobodyWouldReadIsNotKept() {
        BoundedLabels names = new BoundedLabels(1);

        assertThat(names.of("x".repeat(201))).isEqualTo(BoundedLabels.OTHER);
        assertThat(names.of("x".repeat(200))).isEqualTo("x".repeat(200));
    }

    @Test
    void noMoreAreKeptHoweverManyComeAtOnce() {
        BoundedLabels names = new BoundedLabels(100);

        long kept = IntStream.range(0, 100_000)
                .parallel()
                .mapToObj(i -> names.of("made-up-" + i % 1_000))
                .distinct()
                .filter(name -> !name.equals(BoundedLabels.OTHER))
                .count();

        assertThat(kept).isEqualTo(100);
    }
}
