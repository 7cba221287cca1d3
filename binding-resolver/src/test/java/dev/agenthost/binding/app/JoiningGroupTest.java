package dev.agenthost.binding.app;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

/**
 * A service that has not joined its consumer group is not ready. The group already has a member that has stopped polling, as one
 * that was killed: the broker waits for it, up to five minutes here, before it gives partitions to anybody.
 */
@QuarkusTest
@TestProfile(JoiningGroupTest.OwnProcess.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
@QuarkusTestResource(value = JoiningGroupTest.SilentMember.class, restrictToAnnotatedClass = true)
class JoiningGroupTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    public static class OwnProcess implements QuarkusTestProfile {}

    public static class SilentMember implements QuarkusTestResourceLifecycleManager {
        static KafkaConsumer<byte[], byte[]> member;

        @Override
        public Map<String, String> start() {
            member = new KafkaConsumer<>(
                    Map.of(
                            "bootstrap.servers",
                            KafkaTestBroker.bootstrapServers(),
                            "group.id",
                            "binding-resolver",
                            "session.timeout.ms",
                            6_000,
                            "max.poll.interval.ms",
                            300_000),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer());
            member.subscribe(List.of(Topics.EVENTS));
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (member.assignment().isEmpty() && System.nanoTime() < end) {
                member.poll(Duration.ofMillis(100));
            }
            return Map.of();
        }

        @Override
        public void stop() {
            member.close();
        }
    }

    @Test
    void isReadyAsSoonAsItsGroupHasTakenItIn() {
        assertThat(SilentMember.member.assignment()).hasSize(12);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(get("/q/health/ready").asString())
                        .contains("\"events\": \"has not joined its group yet\""));
        assertThat(get("/q/health/ready").statusCode()).isEqualTo(503);
        assertThat(get("/q/health/live").statusCode()).isEqualTo(200);

        SilentMember.member.unsubscribe();

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(get("/q/health/ready").statusCode()).isEqualTo(200));
    }
}
