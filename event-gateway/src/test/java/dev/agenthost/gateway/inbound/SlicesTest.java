package dev.agenthost.gateway.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SlicesTest {

    @Property(tries = 200)
    void keepOrderAndAllAndAreNeverMoreThanMayBeReadAtOnce(
            @ForAll @Size(max = 200) List<@IntRange(max = 5_000_000) Integer> sizes) {
        List<List<Integer>> slices = Slices.of(sizes, Integer::longValue);

        assertThat(slices.stream().flatMap(List::stream)).containsExactlyElementsOf(sizes);
        assertThat(slices).allSatisfy(slice -> {
            assertThat(slice).isNotEmpty().hasSizeLessThanOrEqualTo(Slices.MOST_RECORDS);
            assertThat(slice.size() == 1
                            || slice.stream().mapToLong(Integer::longValue).sum() <= Slices.MOST_BYTES)
                    .isTrue();
        });
    }

    @Property(tries = 100)
    void areNoMoreThanIsNeeded(@ForAll @Size(max = 500) List<@IntRange(max = 1_000) Integer> small) {
        assertThat(Slices.of(small, Integer::longValue)).hasSize((small.size() + 31) / 32);
    }
}
