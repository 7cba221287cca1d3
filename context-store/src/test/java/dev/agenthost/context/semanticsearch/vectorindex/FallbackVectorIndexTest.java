package dev.agenthost.context.semanticsearch.vectorindex;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.junit.jupiter.api.Test;

class FallbackVectorIndexTest {
    private static final RetrievalScope SCOPE =
            new RetrievalScope("w", List.of("kb"), JsonNodeFactory.instance.objectNode());
    private static final ChunkHit NEAR = new ChunkHit(1, 0);
    private static final ChunkHit EXACT = new ChunkHit(2, 0);

    @Test
    void aLargeCompleteScopeUsesTheIndex() {
        assertThat(search(new Index(true, 10, true, List.of(NEAR)), 1)).containsExactly(NEAR);
    }

    @Test
    void everyVectorIsComparedWithoutAUsableIndex() {
        assertThat(search(new Index(false, 10, true, List.of(NEAR)), 1)).containsExactly(EXACT);
        assertThat(search(new Index(true, 10, false, List.of(NEAR)), 1)).containsExactly(EXACT);
        assertThat(search(new Index(true, 9, true, List.of(NEAR)), 1)).containsExactly(EXACT);
        assertThat(search(new Index(true, 10, true, List.of(NEAR)), 2)).containsExactly(EXACT);
        assertThat(search(new Index(true, 10, true, null), 1)).containsExactly(EXACT);
    }

    private static List<ChunkHit> search(ApproximateVectorIndex index, int most) {
        return new FallbackVectorIndex(
                        index, (scope, model, query, some) -> Uni.createFrom().item(List.of(EXACT)), 10)
                .nearest(SCOPE, "m", new float[] {1}, most)
                .await()
                .indefinitely();
    }

    /** @param hits null for a failing index */
    private record Index(boolean isAvailable, long chunks, boolean isWhole, List<ChunkHit> hits)
            implements ApproximateVectorIndex {
        @Override
        public boolean holds(int dimensions) {
            return isAvailable && dimensions == 1;
        }

        @Override
        public Uni<Covered> covered(RetrievalScope scope, String model) {
            return Uni.createFrom().item(new Covered(chunks, isWhole));
        }

        @Override
        public Uni<List<ChunkHit>> nearest(RetrievalScope scope, String model, float[] query, int most) {
            return hits == null
                    ? Uni.createFrom().failure(new IllegalStateException("it is down"))
                    : Uni.createFrom().item(hits);
        }
    }
}
