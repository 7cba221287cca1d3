package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.binding.Events;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.AppliedOffsetTable;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Events are read from the offset that the database has, whatever Kafka has committed. It follows the events by one batch. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class AppliedOffsetsTest {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final AppliedOffsetTable OFFSETS =
            new AppliedOffsetTable("bindings", Topics.EVENTS, "binding-resolver");
    private static Wire wire;

    @BeforeAll
    static void connect() {
        wire = new Wire(Topics.RUN_REQUESTS);
    }

    @AfterAll
    static void disconnect() {
        wire.close();
    }

    @Test
    void theOffsetPassesAnEventWithTheBatchAfterIt() {
        long event = resolved(inPartition0());
        assertThat(OFFSETS.next(0)).isLessThanOrEqualTo(event);

        resolved(inPartition0());

        assertThat(OFFSETS.next(0)).isEqualTo(event + 1);
    }

    @Test
    void eventsBehindTheStoredOffsetAreResolvedAgainThoughKafkaHasCommittedThem() {
        EventEnvelope lost = inPartition0();
        long offset = resolved(lost);
        resolved(inPartition0());
        delete(lost);
        OFFSETS.put(0, offset);

        OFFSETS.reassign();

        await().atMost(LONGEST).until(() -> isPublished(lost));
        assertThat(wire.resolutions(lost.eventId())).hasSize(1);
        resolved(inPartition0());
        assertThat(wire.resolutions(lost.eventId())).hasSize(2);
    }

    @Test
    void eventsBeforeTheStoredOffsetAreNotResolvedAgainThoughKafkaHasNotCommittedThem() {
        EventEnvelope applied = inPartition0();
        resolved(applied);
        resolved(inPartition0());
        delete(applied);

        OFFSETS.reassign(0L);
        resolved(inPartition0());

        assertThat(isPublished(applied)).isFalse();
    }

    @Test
    void aTopicThatWasCreatedAgainIsReadFromItsBeginning() {
        EventEnvelope lost = inPartition0();
        resolved(lost);
        resolved(inPartition0());
        delete(lost);
        OFFSETS.beOfAnotherTopic();

        OFFSETS.reassign();

        await().atMost(LONGEST).until(() -> isPublished(lost));
        assertThat(OFFSETS.number("SELECT count(*) FROM bindings.applied_offsets WHERE topic_id = 'another'"))
                .isZero();
    }

    /** Returns the offset of the event, once its resolution is published and marked. */
    private static long resolved(EventEnvelope event) {
        long offset = wire.send(event).offset();
        wire.await(event);
        await().atMost(LONGEST).until(() -> isPublished(event));
        return offset;
    }

    private static EventEnvelope inPartition0() {
        while (true) {
            EventEnvelope event = Events.messageOf("demo", fresh("bot"), "c1");
            if (event.conversationKey().partition() == 0) {
                return event;
            }
        }
    }

    private static void delete(EventEnvelope event) {
        OFFSETS.execute(
                "DELETE FROM bindings.resolutions WHERE event_id = ?",
                event.eventId().value());
    }

    private static boolean isPublished(EventEnvelope event) {
        return OFFSETS.number(
                        "SELECT 1 FROM bindings.resolutions WHERE event_id = ? AND published",
                        event.eventId().value())
                == 1;
    }
}
