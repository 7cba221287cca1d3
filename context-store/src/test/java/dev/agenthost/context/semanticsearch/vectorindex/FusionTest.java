package dev.agenthost.context.semanticsearch.vectorindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FusionTest {
    private static final ChunkHit A = new ChunkHit(1, 0);
    private static final ChunkHit B = new ChunkHit(1, 1);
    private static final ChunkHit C = new ChunkHit(2, 0);

    @Test
    void hitsOfBothOrdersPrecedeHitsOfOne() {
        assertThat(new Fusion(1).of(List.of(A, B), List.of(C, B), 10))
                .extracting(Fusion.Ranked::hit)
                .containsExactly(B, A, C);
    }

    @Test
    void theFirstOfBothHasTheMaximumScore() {
        assertThat(new Fusion(1).of(List.of(A), List.of(A), 1).getFirst().score())
                .isEqualTo(1);
        assertThat(new Fusion(0.25).of(List.of(A), List.of(A), 1).getFirst().score())
                .isEqualTo(1);
        assertThat(new Fusion(1).of(List.of(A), List.of(), 1).getFirst().score())
                .isEqualTo(0.5);
    }

    @Test
    void equalScoresAreInOrderOfPositionUpToTheLimit() {
        assertThat(new Fusion(1).of(List.of(C), List.of(A), 1))
                .extracting(Fusion.Ranked::hit)
                .containsExactly(A);
        assertThat(new Fusion(1).of(List.<ChunkHit>of(), List.of(), 5)).isEmpty();
    }

    @Test
    void wordsWeighMoreInUnsupportedScripts() {
        assertThat(Fusion.of("When is it quiet?")).isEqualTo(new Fusion(1));
        assertThat(Fusion.of("垃圾什么时候收")).isEqualTo(new Fusion(0.25));
        assertThat(Fusion.of("한국어")).isEqualTo(new Fusion(0.25));
        assertThat(Fusion.of("What does 垃圾 mean?")).isEqualTo(new Fusion(1));
        assertThat(Fusion.of("42")).isEqualTo(new Fusion(1));
    }

    @Test
    void ordersOfSeveralModelsMergeByTheirRanks() {
        List<Fusion.Ranked<ChunkHit>> merged = Fusion.merged(
                List.of(new Fusion.Order<>(List.of(A), 0.25), new Fusion.Order<>(List.of(B, C), 1)), List.of(C), 10);

        assertThat(merged).extracting(Fusion.Ranked::hit).containsExactly(C, B, A);
        assertThat(merged.getFirst().score()).isLessThan(1);
        assertThat(Fusion.merged(List.of(), List.of(A), 10).getFirst().score()).isEqualTo(1);
    }
}
