package dev.agenthost.gateway.intake.kafka;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Tests that a replica stays ready, and names the topic, while an adapter waits for a dead-letter topic that cannot be created. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@TestProfile(MissingDeadLetterTopicTest.Impatient.class)
class MissingDeadLetterTopicTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Duration STALL_TIMEOUT = Duration.ofSeconds(5);
    private static final String OTHER = Topics.inbound("chat");

    private final String stuck = Topics.inbound("stuck-" + UUID.randomUUID());
    private final String letters = Topics.dlq(stuck);
    /** Kafka creates no topic whose name differs from that of another one by dots and underscores alone. */
    private final String collision = letters.replace('.', '_');

    /** Detects a stalled consumer within seconds. */
    public static final class Impatient implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "agenthost.observability.probe-interval",
                    "200ms",
                    "agenthost.observability.stall-timeout",
                    STALL_TIMEOUT.toSeconds() + "s");
        }
    }

    @Test
    void oneAdapterWaitsAndTheReplicaStaysReady() throws Exception {
        KafkaTestBroker.createTopics(OTHER);
        Map<String, Object> broker = Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers());
        try (Admin admin = Admin.create(broker);
                var producer = new KafkaProducer<>(broker, new ByteArraySerializer(), new ByteArraySerializer());
                RetryLog log = new RetryLog()) {
            admin.createTopics(List.of(new NewTopic(stuck, 1, (short) 1), new NewTopic(collision, 1, (short) 1)))
                    .all()
                    .get();

            producer.send(new ProducerRecord<>(stuck, 0, null, new byte[] {1})).get();

            await().atMost(LIMIT)
                    .until(this::reason, equalTo("dead letter to " + letters + ": UnknownTopicOrPartitionException"));
            String series = "agenthost_gateway_intake_retries{source=\"" + stuck + "\"} 1.0";
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(get("/q/metrics").asString()).contains(series));
            // Longer than a consumer may make no progress.
            await().atMost(LIMIT)
                    .during(STALL_TIMEOUT.multipliedBy(2))
                    .until(() -> get("/q/health/ready").statusCode(), equalTo(200));
            publishesOfOthers(producer);
            assertThat(log.of(letters)).hasSize(1);

            admin.deleteTopics(List.of(collision)).all().get();

            try (TopicConsumer written = awaitTopic(admin, letters)) {
                written.await(1, letter -> true);
            }
            await().atMost(LIMIT).until(this::reason, nullValue());
            assertThat(get("/q/health/ready").statusCode()).isEqualTo(200);
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(get("/q/metrics").asString()).doesNotContain("intake_retries{"));
        }
    }

    /** The reason for which the adapter waits, in the answer about readiness. */
    private String reason() {
        return get("/q/health/ready").path("checks.find { it.name == 'intake' }.data.'" + stuck + "'");
    }

    /** Accepts an event over HTTP, and publishes one of another adapter. */
    private static void publishesOfOthers(KafkaProducer<byte[], byte[]> producer) throws Exception {
        String id = UUID.randomUUID().toString();
        String event = EventBodies.shortForm(id).toString();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            given().header("Authorization", "Bearer key-red")
                    .contentType("application/json")
                    .body(event)
                    .post("/api/v1/events")
                    .then()
                    .statusCode(202);
            producer.send(new ProducerRecord<>(OTHER, 0, null, event.getBytes(StandardCharsets.UTF_8)))
                    .get();
            events.await(
                    2,
                    record ->
                            TopicConsumer.envelope(record).subject().subjectId().equals(id));
        }
    }

    private static TopicConsumer awaitTopic(Admin admin, String name) {
        await().atMost(LIMIT).until(() -> admin.listTopics().names().get().contains(name));
        return TopicConsumer.fromStart(name);
    }

    /** The lines about retried steps. */
    private static final class RetryLog extends Handler implements AutoCloseable {
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final Logger logger = Logger.getLogger(ConsumerRetryPolicy.class.getName());

        RetryLog() {
            logger.addHandler(this);
        }

        List<String> of(String topic) {
            return lines.stream().filter(line -> line.contains(topic)).toList();
        }

        @Override
        public void publish(LogRecord line) {
            lines.add(
                    line instanceof org.jboss.logmanager.ExtLogRecord record
                            ? record.getFormattedMessage()
                            : line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }
}
