package dev.agenthost.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class BatchSplitterTest {

    @Property(tries = 200)
    void keepOrderAndAllAndAreNeverMoreThanMayBeReadAtOnce(
            @ForAll @Size(max = 200) List<@IntRange(max = 5_000_000) Integer> sizes) {
        List<List<Integer>> slices = BatchSplitter.of(sizes, Integer::longValue);

        assertThat(slices.stream().flatMap(List::stream)).containsExactlyElementsOf(sizes);
        assertThat(slices).allSatisfy(slice -> {
            assertThat(slice).isNotEmpty().hasSizeLessThanOrEqualTo(BatchSplitter.MOST_RECORDS);
            assertThat(slice.size() == 1
                            || slice.stream().mapToLong(Integer::longValue).sum() <= BatchSplitter.MOST_BYTES)
                    .isTrue();
        });
    }

    @Property(tries = 100)
    void areNoMoreThanIsNeeded(@ForAll @Size(max = 500) List<@IntRange(max = 1_000) Integer> small) {
        assertThat(BatchSplitter.of(small, Integer::longValue)).hasSize((small.size() + 31) / 32);
    }
}
