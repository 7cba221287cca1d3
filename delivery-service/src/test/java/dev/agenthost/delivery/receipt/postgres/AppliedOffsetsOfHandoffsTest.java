package dev.agenthost.delivery.receipt.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.receipt.AdapterHandoff;
import dev.agenthost.delivery.receipt.AdapterHandoffRepository;
import dev.agenthost.delivery.receipt.SendOutcome;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Applied offsets move with the outcome of a part: all of them, or nothing changes. */
class AppliedOffsetsOfHandoffsTest {
    private static DeliveryDatabase database;
    private static AdapterHandoffRepository one;
    private static AdapterHandoffRepository two;

    @BeforeAll
    static void start() {
        database = new DeliveryDatabase();
        one = new PostgresAdapterHandoffRepository(database.pool(2));
        two = new PostgresAdapterHandoffRepository(database.pool(2));
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void assign() {
        database.empty();
        database.sql("TRUNCATE delivery.applied_offsets");
        database.sql("INSERT INTO delivery.applied_offsets VALUES ('" + Topics.ADAPTER_RECEIPTS + "', 1, 'id', 7), ('"
                + Topics.ADAPTER_RECEIPTS + "', 2, 'id', 3)");
    }

    @Test
    void allOffsetsMoveWithTheFirstOutcomeAndAlsoWithALaterOne() {
        AdapterHandoff part = part();

        assertThat(close(one, part, advance(1, 7, 8), advance(2, 3, 4))).isTrue();
        assertThat(close(one, part, advance(1, 8, 9))).isFalse();

        assertThat(next(1)).isEqualTo(9);
        assertThat(next(2)).isEqualTo(4);
    }

    @Test
    void nothingChangesIfOneOffsetIsLowerThanExpected() {
        AdapterHandoff part = part();

        assertThatThrownBy(() -> close(one, part, advance(1, 7, 8), advance(2, 4, 5)))
                .hasMessageContaining("the database was restored");

        assertThat(next(1)).isEqualTo(7);
        assertThat(next(2)).isEqualTo(3);
        assertThat(close(one, part, advance(1, 7, 8))).as("still open").isTrue();
    }

    @Test
    void ofReplicasWithTheSameReceiptOneEndsThePartAndNoOffsetMovesBack() {
        for (int i = 0; i < 20; i++) {
            AdapterHandoff part = part();
            SendOutcome outcome = part.withoutReceipt(Instant.EPOCH);
            List<Uni<Boolean>> both = List.of(
                    one.close(part, outcome, List.of(advance(1, 7, 9 + i))),
                    two.close(part, outcome, List.of(advance(1, 7, 8 + i))));

            assertThat(DeliveryDatabase.get(Uni.join().all(both).andFailFast())).containsExactlyInAnyOrder(true, false);

            assertThat(next(1)).isEqualTo(9 + i);
        }
    }

    private static boolean close(AdapterHandoffRepository repository, AdapterHandoff part, OffsetAdvance... advances) {
        return DeliveryDatabase.get(repository.close(part, part.withoutReceipt(Instant.EPOCH), List.of(advances)));
    }

    /** A part that was published to an adapter. */
    private static AdapterHandoff part() {
        DeliveredRun run =
                database.store(DeliveredRun.toEventSurface(), "http://hooks.example/in", DeliveredRun.message("a"));
        database.sql("UPDATE delivery.sends SET epoch = 1");
        return DeliveryDatabase.get(one.find(new SendKey("demo", run.runId(), 1), "webhook"))
                .orElseThrow();
    }

    private static OffsetAdvance advance(int partition, long expected, long next) {
        return new OffsetAdvance(Topics.ADAPTER_RECEIPTS, partition, expected, next);
    }

    private static long next(int partition) {
        return database.number("SELECT next_offset FROM delivery.applied_offsets WHERE partition = " + partition);
    }
}
