package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.delivery.AdapterReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.AppliedOffsetTable;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Receipts of adapters are read from the offset that the database has, whatever Kafka has committed. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class AppliedOffsetsOfReceiptsTest {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final String ADAPTER = "second";
    private static final AppliedOffsetTable OFFSETS =
            new AppliedOffsetTable("delivery", Topics.ADAPTER_RECEIPTS, "delivery-service-receipts");

    @BeforeAll
    static void createAdapterTopic() {
        KafkaTestBroker.createTopics(Topics.outbound(ADAPTER));
    }

    @Test
    void aReceiptBehindTheStoredOffsetEndsItsPartAgain() {
        DeliveredRun lost = delivered();
        long next = OFFSETS.next(0);
        undo(lost);
        OFFSETS.put(0, next - 1);

        OFFSETS.reassign();

        awaitDelivered(lost);
        assertThat(OFFSETS.next(0)).isEqualTo(next);
    }

    @Test
    void receiptsBeforeTheStoredOffsetAreNotAppliedAgainThoughKafkaHasNotCommittedThem() {
        DeliveredRun applied = delivered();
        undo(applied);

        OFFSETS.reassign(0L);
        delivered();

        assertThat(isDelivered(applied)).isFalse();
    }

    @Test
    void theOffsetMovesOverReceiptsThatChangeNothing() {
        DeliveredRun ended = delivered();
        long next = OFFSETS.next(0);

        publishReceipt(ended, ADAPTER);
        await().atMost(LONGEST).until(() -> OFFSETS.next(0) == next + 1);
        publishReceipt(ended, "im");
        publishReceipt(ended, ADAPTER);

        await().atMost(LONGEST).until(() -> OFFSETS.next(0) == next + 3);
    }

    @Test
    void aDatabaseThatWentBackIsNotPassedOver() {
        delivered();
        long next = OFFSETS.next(0);
        OFFSETS.put(0, next - 1);
        DeliveredRun after = handedOver();
        publishReceipt(after, ADAPTER);

        await().atMost(LONGEST)
                .until(() -> RestAssured.get("/q/health/ready").asString().contains("applying records"));
        assertThat(isDelivered(after)).isFalse();
        assertThat(OFFSETS.next(0)).isEqualTo(next - 1);
        OFFSETS.put(0, next);
        awaitDelivered(after);
    }

    private static DeliveredRun delivered() {
        DeliveredRun run = handedOver();
        publishReceipt(run, ADAPTER);
        awaitDelivered(run);
        return run;
    }

    /** A run whose one part is on the topic of the adapter. */
    private static DeliveredRun handedOver() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(
                run.record(1, 1, run.startedOn(ADAPTER), DeliveredRun.message("a"), DeliveredRun.completed()));
        await().atMost(LONGEST).until(() -> isInStatus(run, "handed_over"));
        return run;
    }

    /** All receipts of this test are in partition 0. */
    private static void publishReceipt(DeliveredRun run, String adapter) {
        var receipt = new AdapterReceipt(
                run.runId(),
                run.workspace(),
                adapter,
                1,
                ReceiptStatus.DELIVERED,
                "pm-1",
                null,
                Instant.ofEpochSecond(DeliveredRun.NOW));
        DeliveryTopics.publishTo(Topics.ADAPTER_RECEIPTS, 0, run.runId().toString(), ProtocolCodec.encode(receipt));
    }

    /** Stores the part as a copy of the database from before its receipt has it. */
    private static void undo(DeliveredRun run) {
        OFFSETS.execute(
                "UPDATE delivery.sends SET status = 'handed_over', receipt = NULL, receipt_published_at = NULL WHERE run_id = ?",
                run.runId().value());
    }

    private static void awaitDelivered(DeliveredRun run) {
        await().atMost(LONGEST).until(() -> isDelivered(run));
    }

    private static boolean isDelivered(DeliveredRun run) {
        return isInStatus(run, "delivered");
    }

    private static boolean isInStatus(DeliveredRun run, String status) {
        return OFFSETS.number(
                        "SELECT 1 FROM delivery.sends WHERE run_id = ? AND status = ?",
                        run.runId().value(),
                        status)
                == 1;
    }
}
