package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class DeadLetterTest {

    @Inject
    ResultProgressRepository repository;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "{}",
                "{\"run_id\":\"no uuid\",\"attempt\":1,\"workspace_id\":\"w\",\"conversation_key\":\"k\",\"results\":[]}",
                "{\"run_id\":\"7c8d1f0e-1111-5222-8333-444455556666\",\"attempt\":1,\"workspace_id\":\"w\",\"conversation_key\":\"k\","
                        + "\"results\":[{\"type\":\"run.started\",\"data\":{}}]}"
            })
    void deadLettersAnUnreadableRecordAndContinues(String value) {
        String key = UUID.randomUUID().toString();
        DeliveredRun next = DeliveredRun.toEventSurface();
        int partition = ConversationPartitioner.of(next.conversationKey());
        long offset =
                DeliveryTopics.publish(partition, key, value.getBytes(StandardCharsets.UTF_8), Map.of("mine", "kept"));
        DeliveryTopics.publish(next.record(1, 1, next.started(), DeliveredRun.completed()));

        awaitApplied(next);
        ConsumerRecord<byte[], byte[]> dead = deadLetter(key);
        assertThat(dead.value()).isEqualTo(value.getBytes(StandardCharsets.UTF_8));
        assertThat(DeliveryTopics.header(dead, DeadLetterHeaders.REASON)).isEqualTo("undecodable");
        assertThat(DeliveryTopics.header(dead, DeadLetterHeaders.OFFSET)).isEqualTo(Long.toString(offset));
        assertThat(DeliveryTopics.header(dead, DeadLetterHeaders.PARTITION)).isEqualTo(Integer.toString(partition));
        assertThat(DeliveryTopics.header(dead, "mine")).isEqualTo("kept");
    }

    @Test
    void deadLettersOnlyTheRecordThatTheDatabaseRefuses() {
        List<DeliveredRun> good = new ArrayList<>();
        DeliveredRun bad = DeliveredRun.in("c\u0000d");
        for (int i = 0; i < 40; i++) {
            DeliveredRun run = DeliveredRun.toEventSurface();
            good.add(run);
            DeliveryTopics.publish(run.record(1, 1, run.started(), DeliveredRun.completed()));
            if (i == 20) {
                DeliveryTopics.publish(bad.record(1, 1, bad.started()));
            }
        }
        good.forEach(this::awaitApplied);
        ConsumerRecord<byte[], byte[]> dead = deadLetter(bad.runId().toString());
        assertThat(DeliveryTopics.header(dead, DeadLetterHeaders.REASON)).isEqualTo("refused_by_database");
        assertThat(DeliveryTopics.header(dead, DeadLetterHeaders.DETAIL)).isEqualTo("SQLSTATE 22021");
    }

    @Test
    void isReady() {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> RestAssured.get("/q/health/ready").then().statusCode(200));
    }

    private static ConsumerRecord<byte[], byte[]> deadLetter(String key) {
        return DeliveryTopics.await(
                        Topics.dlq(Topics.RUN_RESULTS), 1, r -> new String(r.key(), StandardCharsets.UTF_8).equals(key))
                .getFirst();
    }

    private void awaitApplied(DeliveredRun run) {
        await().atMost(Duration.ofSeconds(20)).until(() -> repository
                .find(new RunKey(run.workspace(), run.runId()))
                .await()
                .atMost(Duration.ofSeconds(5))
                .filter(progress -> progress.ended())
                .isPresent());
    }
}
