package dev.agenthost.gateway.wiring.cdi;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.platform.rest.HostileRequests;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Tests the gateway's metrics and liveness: metrics follow the work, and the process is not live once its consumer has ended. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@TestProfile(WatchTest.Impatient.class)
class WatchTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Gives this test its own process, because it ends its consumer. */
    public static final class Impatient implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "agenthost.observability.probe-interval", "200ms", "agenthost.observability.stall-timeout", "5s");
        }
    }

    @Inject
    KafkaClientService clients;

    @Test
    void itsNumbersFollowTheWorkAndItIsNotLiveOnceItsConsumerHasEnded() throws Exception {
        String text = "a sentence that is nobody else's business";
        given().header("Authorization", "Bearer key-red")
                .contentType("application/json")
                .body(EventBodies.shortForm(UUID.randomUUID().toString())
                        .put("text", text)
                        .toString())
                .post("/api/v1/events")
                .then()
                .statusCode(202);
        publish("not an event");

        await().atMost(LIMIT).untilAsserted(() -> assertThat(numbers())
                .contains("agenthost_gateway_accept_seconds_count{outcome=\"accepted\",transport=\"http\"} 1.0")
                .contains("agenthost_gateway_accept_seconds_bucket{")
                .contains("agenthost_gateway_intake_records_total{channel=\"inbound\"}")
                .contains("agenthost_gateway_intake_delay_seconds_count{channel=\"inbound\"}")
                .contains("agenthost_gateway_intake_batch_seconds_count{channel=\"inbound\",outcome=\"done\"}")
                .contains("agenthost_gateway_intake_lag{topic=\"agent.inbound.chat\"} 0.0")
                .contains("agenthost_gateway_dead_letters_total{reason=\"undecodable\",topic=\"agent.inbound.chat\"}")
                .contains("http_server_requests_seconds_count{")
                .doesNotContain(text));
        get("/q/health/live").then().statusCode(200);
        get("/q/health/ready").then().statusCode(200);

        // A consumer without a subscription cannot poll: the channel fails, and SmallRye does not open it again.
        clients.<byte[], byte[]>getConsumer("inbound")
                .runOnPollingThread((java.util.function.Consumer<Consumer<byte[], byte[]>>) Consumer::unsubscribe)
                .await()
                .atMost(LIMIT);
        await().atMost(LIMIT).untilAsserted(() -> get("/q/health/live").then().statusCode(503));
        get("/q/health/ready").then().statusCode(503);
    }

    @Test
    void nobodyWithoutAKeyMakesLabelsUp() {
        HostileRequests.makeNoLabelsUp(RestAssured.port);
    }

    private static String numbers() {
        return get("/q/metrics").asString();
    }

    private static void publish(String value) throws Exception {
        KafkaTestBroker.createTopics(Topics.inbound("chat"));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topics.inbound("chat"), value.getBytes(StandardCharsets.UTF_8)))
                    .get();
        }
    }
}
