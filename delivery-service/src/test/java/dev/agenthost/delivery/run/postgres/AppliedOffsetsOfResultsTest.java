package dev.agenthost.delivery.run.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.run.BatchPlan;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.run.ResultRecord;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Applied offsets move with the progress of runs, and keep two replicas with the same partition apart. */
class AppliedOffsetsOfResultsTest {
    private static DeliveryDatabase database;
    private static ResultProgressRepository one;
    private static ResultProgressRepository two;

    @BeforeAll
    static void start() {
        database = new DeliveryDatabase();
        one = replica();
        two = replica();
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void assign() {
        database.empty();
        database.sql("TRUNCATE delivery.applied_offsets");
        database.sql("INSERT INTO delivery.applied_offsets VALUES ('" + Topics.RUN_RESULTS + "', 1, 'id', 7)");
    }

    @Test
    void ofReplicasWithTheSameBatchOneAppliesItAndTheOthersFindItApplied() {
        for (int i = 0; i < 20; i++) {
            List<ResultRecord> batch = batch(i);
            OffsetAdvance advance = advance(7, 8 + i);
            List<Uni<BatchPlan>> both = List.of(one.apply(batch, List.of(advance)), two.apply(batch, List.of(advance)));

            List<BatchPlan> plans = DeliveryDatabase.get(Uni.join().all(both).andFailFast());

            assertThat(plans).filteredOn(plan -> plan.changed().isEmpty()).hasSize(1);
            assertThat(next()).isEqualTo(8 + i);
        }
    }

    @Test
    void nothingIsAppliedByAReplicaThatKnowsMoreThanTheDatabase() {
        assertThatThrownBy(() -> DeliveryDatabase.get(one.apply(batch(1), List.of(advance(8, 9)))))
                .hasMessageContaining("the database was restored");

        assertThat(database.number("SELECT count(*) FROM delivery.runs")).isZero();
        assertThat(next()).isEqualTo(7);
    }

    private static ResultProgressRepository replica() {
        return new PostgresResultProgressRepository(database.pool(2), new DestinationRouter(List.of()));
    }

    /** The batch of some runs. */
    private static List<ResultRecord> batch(int runs) {
        List<ResultRecord> records = new ArrayList<>();
        for (int i = 0; i <= runs; i++) {
            DeliveredRun run = DeliveredRun.toEventSurface();
            records.add(new ResultRecord(
                    1,
                    7 + i,
                    run.record(1, 1, run.started(), DeliveredRun.message("a"), DeliveredRun.completed()),
                    null));
        }
        return records;
    }

    private static OffsetAdvance advance(long expected, long next) {
        return new OffsetAdvance(Topics.RUN_RESULTS, 1, expected, next);
    }

    private static long next() {
        return database.number("SELECT next_offset FROM delivery.applied_offsets");
    }
}
