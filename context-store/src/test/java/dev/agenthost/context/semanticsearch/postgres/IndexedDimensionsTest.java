package dev.agenthost.context.semanticsearch.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IndexedDimensionsTest {
    @Test
    void aLengthWithoutAPermittedIndexLacksOne() {
        IndexedDimensions lengths = new IndexedDimensions(Set.of(384), Set.of(), 4_000);

        assertThat(lengths.lacks(384)).isFalse();
        assertThat(lengths.lacks(3_072)).isTrue();
        assertThat(lengths.lacks(4_001)).isFalse();
    }

    @Test
    void atTheMaximumOfIndexesNoOtherLengthLacksOne() {
        Set<Integer> many = new HashSet<>();
        for (int i = 1; i <= IndexedDimensions.MOST; i++) {
            many.add(i);
        }
        IndexedDimensions lengths = new IndexedDimensions(many, Set.of(384), 4_000);

        assertThat(lengths.lacks(384)).isFalse();
        assertThat(lengths.mostOfANewOne()).isZero();
        assertThat(lengths.ofBefore()).isEmpty();
    }

    @Test
    void lengthsWithAnOlderIndexAreReindexedShortestFirst() {
        assertThat(new IndexedDimensions(Set.of(3), Set.of(1_536, 384), 4_000).ofBefore())
                .contains(384);
        assertThat(new IndexedDimensions(Set.of(3), Set.of(3_072), 2_000).ofBefore())
                .isEmpty();
    }
}
