package dev.agenthost.orchestrator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddingModelSyncTest {
    private final List<Duration> rests = new ArrayList<>();

    @Test
    void whatIsRefusedRestsTwiceAsLongEachTimeUpToAnHour() {
        told(
                Uni.createFrom().item(new EmbeddingModelRegistry.Told.Refused("invalid_argument")),
                1,
                2,
                7,
                12,
                13,
                1_000);

        assertThat(rests).extracting(Duration::toSeconds).containsExactly(1L, 2L, 64L, 2_048L, 3_600L, 3_600L);
    }

    @Test
    void whoeverDoesNotAnswerIsAskedEachMinute() {
        told(Uni.createFrom().failure(new IllegalStateException("away")), 1, 7, 1_000);

        assertThat(rests).extracting(Duration::toSeconds).containsExactly(1L, 60L, 60L);
    }

    private void told(Uni<EmbeddingModelRegistry.Told> answer, Integer... tries) {
        List<Integer> left = new ArrayList<>(List.of(tries));
        EmbeddingModelSync teller = new EmbeddingModelSync(new Scripted(left), telling -> answer);
        while (!left.isEmpty()) {
            teller.tell().await().atMost(Duration.ofSeconds(10));
        }
    }

    /** One telling, tried so often already. */
    private final class Scripted implements EmbeddingSyncRepository {
        private final List<Integer> tries;

        private Scripted(List<Integer> tries) {
            this.tries = tries;
        }

        @Override
        public Uni<List<Due>> take(int most, Duration term) {
            return Uni.createFrom()
                    .item(() -> tries.isEmpty()
                            ? List.of()
                            : List.of(new Due(new EmbeddingModelChange("ws-1", "m", 1, null), tries.removeFirst())));
        }

        @Override
        public Uni<Void> told(EmbeddingModelChange telling) {
            throw new AssertionError("it was not taken");
        }

        @Override
        public Uni<Void> above(EmbeddingModelChange telling, long revision) {
            throw new AssertionError("it was not taken");
        }

        @Override
        public Uni<Void> later(EmbeddingModelChange telling, Duration pause) {
            rests.add(pause);
            return Uni.createFrom().voidItem();
        }
    }
}
