package dev.agenthost.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueryLatencyTest {
    /** Three steps of a hundred. */
    private static final int ALL = 300;

    @ParameterizedTest
    @EnumSource(QueryLatency.Kind.class)
    void aFirstTouchIsOfWordsThatNobodyHasLookedFor(QueryLatency.Kind kind) {
        Set<String> others =
                new HashSet<>(IntStream.range(0, ALL).mapToObj(kind::other).toList());
        assertThat(others)
                .hasSize(ALL)
                .doesNotContain(
                        SyntheticVocabulary.RARE,
                        "\"" + SyntheticVocabulary.FIRST + " " + SyntheticVocabulary.SECOND + "\"");
        for (int rank = 0; rank < 10; rank++) {
            assertThat(others).doesNotContain(SyntheticVocabulary.latin(rank));
        }
        for (int rank = 0; rank < 5; rank++) {
            assertThat(others).doesNotContain(SyntheticVocabulary.chinese(rank));
        }
    }
}
