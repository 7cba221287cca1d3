package dev.agenthost.orchestrator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LeaseKeeperTest {
    private final Ledger ledger = new Ledger();
    private final LeaseKeeper keeper =
            new LeaseKeeper(ledger, "test", Duration.ofSeconds(4), UUID::randomUUID, System::nanoTime);

    @Test
    void givesUpTheLeasesOfTheDeadHoweverOftenTheDatabaseIsAway() {
        List<Incarnation> dead = List.of(new Incarnation(new UUID(1, 1)), new Incarnation(new UUID(2, 2)));
        ledger.failures = 3;
        keeper.bury(dead).await().atMost(Duration.ofSeconds(30));
        assertThat(ledger.surrendered).containsExactlyElementsOf(dead);
    }

    @Test
    void buriesNobodyWhereNobodyWas() {
        keeper.bury(List.of()).await().atMost(Duration.ofSeconds(30));
        assertThat(ledger.surrendered).isEmpty();
    }

    private static final class Ledger implements LeaseLedger {
        final List<Incarnation> surrendered = new ArrayList<>();
        int failures;

        @Override
        public Uni<Boolean> renew(Incarnation incarnation, String replica, Duration term) {
            return Uni.createFrom().item(true);
        }

        @Override
        public Uni<Integer> buryOverdue() {
            return Uni.createFrom().item(0);
        }

        @Override
        public Uni<Void> surrender(Incarnation incarnation) {
            if (failures-- > 0) {
                return Uni.createFrom().failure(new IllegalStateException("away"));
            }
            surrendered.add(incarnation);
            return Uni.createFrom().voidItem();
        }
    }
}
