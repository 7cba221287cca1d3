package dev.agenthost.gateway.internal.http;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Tests payloads of platforms at both entrances, with a real Kafka and a store on a socket. */
@QuarkusTest
@TestProfile(RawPayloadsTest.WithAStore.class)
@QuarkusTestResource(KafkaTestBroker.class)
class RawPayloadsTest {
    private static final String CHAT = "agent.inbound.chat";

    /** A gateway with a store. */
    public static final class WithAStore implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(ScriptedStore.class));
        }
    }

    private final String id = UUID.randomUUID().toString();

    @Test
    void isScrubbedKeptAndNamedAndNothingOfItIsOnTheTopicOrInTheAnswer() {
        String eventId = EventIds.of("red", "api", "demo", id).toString();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            String answer =
                    accept(withRaw()).body("raw", equalTo("kept")).extract().asString();

            ConsumerRecord<byte[], byte[]> record = only(events, eventId);
            EventEnvelope event = TopicConsumer.envelope(record);
            assertThat(event.rawRef().artifactId()).isEqualTo(eventId);
            assertThat(new String(record.value(), StandardCharsets.UTF_8))
                    .doesNotContain("what the platform knows", "s3cr3t");
            assertThat(answer).doesNotContain("what the platform knows");
            assertThat(ScriptedStore.keptOf(eventId))
                    .containsExactly("{\"note\":\"what the platform knows\",\"deep\":[{\"ok\":1}]}");
            assertThat(get("/q/metrics").asString()).contains("agenthost_gateway_raw_payloads_total{outcome=\"kept\"}");
        }
    }

    @Test
    void anEventThatComesAgainIsTheSameAndNamesTheSame() {
        String eventId = EventIds.of("red", "api", "demo", id).toString();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accept(withRaw());
            ObjectNode again = withRaw();
            ((ObjectNode) again.get("raw")).put("delivery_attempt", 2);
            accept(again);
            accept(EventBodies.shortForm(id)).body("raw", nullValue());

            List<EventEnvelope> three = events
                    .await(3, r -> TopicConsumer.header(r, "ce_id").equals(eventId))
                    .stream()
                    .map(TopicConsumer::envelope)
                    .toList();
            assertThat(three)
                    .extracting(EventEnvelope::fingerprint)
                    .containsOnly(three.getFirst().fingerprint());
            assertThat(three.get(0).rawRef()).isEqualTo(three.get(1).rawRef());
            assertThat(three.get(2).rawRef()).isNull();
        }
    }

    @Test
    void anAdaptersEventsAreNamedTooInTheirOrder() throws Exception {
        KafkaTestBroker.createTopics(CHAT);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            for (int i = 0; i < 20; i++) {
                ObjectNode body = EventBodies.shortForm(id + "-" + i).put("conversation_id", id);
                if (i % 2 == 0) {
                    body.putObject("raw").put("i", i).put("bot_token", "s3cr3t");
                }
                producer.send(new ProducerRecord<>(CHAT, body.toString().getBytes(StandardCharsets.UTF_8)))
                        .get();
            }

            List<EventEnvelope> all =
                    events.await(20, r -> id.equals(TopicConsumer.envelope(r).conversationId())).stream()
                            .map(TopicConsumer::envelope)
                            .toList();
            for (int i = 0; i < 20; i++) {
                EventEnvelope event = all.get(i);
                assertThat(event.eventId()).isEqualTo(EventIds.of("red", "chat", "demo", id + "-" + i));
                String named = event.rawRef() == null ? null : event.rawRef().artifactId();
                assertThat(named).isEqualTo(i % 2 == 0 ? event.eventId().toString() : null);
                assertThat(ScriptedStore.keptOf(event.eventId().toString()))
                        .isEqualTo(i % 2 == 0 ? List.of("{\"i\":" + i + "}") : List.of());
            }
        }
    }

    @Test
    void theEventGoesOnWithoutOneThatIsTooLarge() {
        ObjectNode body = EventBodies.shortForm(id);
        body.putObject("raw").put("a", "x".repeat(EventLimits.RAW_BYTES));
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accept(body).body("raw", equalTo("too_large"));

            EventEnvelope event = TopicConsumer.envelope(
                    only(events, EventIds.of("red", "api", "demo", id).toString()));
            assertThat(event.rawRef()).isNull();
            assertThat(event.input().text()).isEqualTo("hello");
        }
    }

    private ObjectNode withRaw() {
        ObjectNode body = EventBodies.shortForm(id);
        ObjectNode raw =
                body.putObject("raw").put("note", "what the platform knows").put("bot_token", "s3cr3t");
        raw.putArray("deep").addObject().put("ok", 1).put("password", "s3cr3t");
        return body;
    }

    private static ConsumerRecord<byte[], byte[]> only(TopicConsumer events, String eventId) {
        return events.await(1, r -> TopicConsumer.header(r, "ce_id").equals(eventId))
                .getFirst();
    }

    private static ValidatableResponse accept(ObjectNode body) {
        return given().header("Authorization", "Bearer key-red")
                .contentType("application/json")
                .body(body.toString())
                .post("/api/v1/events")
                .then()
                .statusCode(202);
    }
}
