package dev.agenthost.orchestrator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.store.knowledge.EmbeddingModelChange;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddingModelSyncTest {
    private final List<Duration> pauses = new ArrayList<>();

    @Test
    void doublesThePauseOfARefusedChangeUpToAnHour() {
        synchronize(
                Uni.createFrom().item(new EmbeddingModelRegistry.Response.Refused("invalid_argument")),
                1,
                2,
                7,
                12,
                13,
                1_000);

        assertThat(pauses).extracting(Duration::toSeconds).containsExactly(1L, 2L, 64L, 2_048L, 3_600L, 3_600L);
    }

    @Test
    void retriesAnUnansweredChangeEachMinute() {
        synchronize(Uni.createFrom().failure(new IllegalStateException("unavailable")), 1, 7, 1_000);

        assertThat(pauses).extracting(Duration::toSeconds).containsExactly(1L, 60L, 60L);
    }

    private void synchronize(Uni<EmbeddingModelRegistry.Response> answer, Integer... attempts) {
        List<Integer> remaining = new ArrayList<>(List.of(attempts));
        EmbeddingModelSync sync = new EmbeddingModelSync(new Scripted(remaining), change -> answer);
        while (!remaining.isEmpty()) {
            sync.synchronize().await().atMost(Duration.ofSeconds(10));
        }
    }

    /** A change with the given numbers of attempts. */
    private final class Scripted implements EmbeddingSyncRepository {
        private final List<Integer> attempts;

        private Scripted(List<Integer> attempts) {
            this.attempts = attempts;
        }

        @Override
        public Uni<List<Due>> claim(int most, Duration term) {
            return Uni.createFrom()
                    .item(() -> attempts.isEmpty()
                            ? List.of()
                            : List.of(new Due(new EmbeddingModelChange("ws-1", "m", 1, null), attempts.removeFirst())));
        }

        @Override
        public Uni<Void> remove(EmbeddingModelChange change) {
            throw new AssertionError("context-store did not accept the change");
        }

        @Override
        public Uni<Void> raise(EmbeddingModelChange change, long revision) {
            throw new AssertionError("context-store did not accept the change");
        }

        @Override
        public Uni<Void> postpone(EmbeddingModelChange change, Duration pause) {
            pauses.add(pause);
            return Uni.createFrom().voidItem();
        }
    }
}
