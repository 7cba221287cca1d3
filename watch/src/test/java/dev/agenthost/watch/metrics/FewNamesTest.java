package dev.agenthost.watch.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FewNamesTest {

    @Test
    void theFirstKeepTheirNamesAndAllOthersShareOne() {
        FewNames names = new FewNames(2);

        assertThat(List.of("a", "b", "c", "a", "d", "b"))
                .extracting(names::of)
                .containsExactly("a", "b", FewNames.OTHER, "a", FewNames.OTHER, "b");
    }

    @Test
    void aNameThatNobodyWouldReadIsNotKept() {
        FewNames names = new FewNames(1);

        assertThat(names.of("x".repeat(201))).isEqualTo(FewNames.OTHER);
        assertThat(names.of("x".repeat(200))).isEqualTo("x".repeat(200));
    }

    @Test
    void noMoreAreKeptHoweverManyComeAtOnce() {
        FewNames names = new FewNames(100);

        long kept = IntStream.range(0, 100_000)
                .parallel()
                .mapToObj(i -> names.of("made-up-" + i % 1_000))
                .distinct()
                .filter(name -> !name.equals(FewNames.OTHER))
                .count();

        assertThat(kept).isEqualTo(100);
    }
}
