package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.AppliedOffsetTable;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Results are read from the offset that the database has, whatever Kafka has committed. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class AppliedOffsetsTest {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final AppliedOffsetTable OFFSETS =
            new AppliedOffsetTable("delivery", Topics.RUN_RESULTS, "delivery-service");

    @Test
    void partsOfResultsBehindTheStoredOffsetAreSentAgainWithTheSameKeyAndBytes() {
        try (Receiver receiver = Receiver.accepting()) {
            DeliveredRun lost = sent(receiver, 1);
            long next = OFFSETS.next(0);
            delete(lost);
            OFFSETS.put(0, next - 1);

            OFFSETS.reassign();

            List<Receiver.Call> calls = receiver.awaitCalls(2);
            assertThat(calls.get(1).key()).isEqualTo(lost.runId() + "/1");
            assertThat(calls.get(1).body()).isEqualTo(calls.get(0).body());
            assertThat(OFFSETS.next(0)).isEqualTo(next);
        }
    }

    @Test
    void resultsBeforeTheStoredOffsetAreNotAppliedAgainThoughKafkaHasNotCommittedThem() {
        try (Receiver receiver = Receiver.accepting()) {
            DeliveredRun applied = sent(receiver, 1);
            delete(applied);

            OFFSETS.reassign(0L);
            sent(receiver, 2);

            assertThat(isStored(applied)).isFalse();
        }
    }

    @Test
    void aTopicThatWasCreatedAgainIsReadFromItsBeginning() {
        try (Receiver receiver = Receiver.accepting()) {
            DeliveredRun lost = sent(receiver, 1);
            long next = OFFSETS.next(0);
            delete(lost);
            OFFSETS.beOfAnotherTopic();

            OFFSETS.reassign();

            await().atMost(LONGEST).until(() -> isStored(lost) && OFFSETS.next(0) == next);
        }
    }

    @Test
    void aDatabaseThatWentBackIsNotPassedOver() {
        try (Receiver receiver = Receiver.accepting()) {
            sent(receiver, 1);
            long next = OFFSETS.next(0);
            OFFSETS.put(0, next - 1);
            DeliveredRun after = publish(receiver);

            await().atMost(LONGEST)
                    .until(() -> RestAssured.get("/q/health/ready").asString().contains("applying records"));
            assertThat(isStored(after)).isFalse();
            OFFSETS.put(0, next);
            receiver.awaitCalls(2);
        }
    }

    private static DeliveredRun sent(Receiver receiver, int calls) {
        DeliveredRun run = publish(receiver);
        receiver.awaitCalls(calls);
        return run;
    }

    /** A run with one part, whose one record is in partition 0. */
    private static DeliveredRun publish(Receiver receiver) {
        DeliveredRun run = DeliveredRun.toEventSurface();
        while (ConversationPartitioner.of(run.conversationKey()) != 0) {
            run = DeliveredRun.toEventSurface();
        }
        run = run.toWebhook(receiver.url(), "HOOK");
        DeliveryTopics.publish(run.record(1, 1, run.started(), DeliveredRun.message("a"), DeliveredRun.completed()));
        return run;
    }

    private static void delete(DeliveredRun run) {
        OFFSETS.execute(
                "DELETE FROM delivery.runs WHERE run_id = ?", run.runId().value());
        OFFSETS.execute(
                "DELETE FROM delivery.sends WHERE run_id = ?", run.runId().value());
    }

    private static boolean isStored(DeliveredRun run) {
        return OFFSETS.number(
                        "SELECT 1 FROM delivery.runs WHERE run_id = ?",
                        run.runId().value())
                == 1;
    }
}
