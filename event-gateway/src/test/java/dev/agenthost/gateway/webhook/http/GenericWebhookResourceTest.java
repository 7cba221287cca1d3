package dev.agenthost.gateway.webhook.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotRecords;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.security.WebhookSignature;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class GenericWebhookResourceTest {
    private static final String ALERTS = "/webhooks/generic/alerts";
    private static final String SECRET = "hook_now_1";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("generic"));

    @Inject
    BotRegistry bots;

    private final String text = "disk full " + UUID.randomUUID();
    private final String body = "{\"title\":\"" + text + "\"}";

    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(DEAD_LETTERS);
    }

    @BeforeEach
    void registerBots() {
        register("alerts", true, "HOOK_NOW", "HOOK_NEXT");
        register("asleep-alerts", false, "HOOK_NOW");
        register("foreign-alerts", true, "HOOK_OF_RED");
    }

    @Test
    void aSignedPayloadIsAnEventOnceHoweverOftenItComes() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(ALERTS, SECRET, Instant.now().minusSeconds(20)).statusCode(202);
            post(ALERTS, "hook_next_2", Instant.now()).statusCode(202);

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.botId()).isEqualTo("alerts");
                assertThat(event.eventType()).isEqualTo("message.received");
                assertThat(event.conversationId()).isEqualTo("alerts");
                assertThat(event.delivery().surface()).isEqualTo("generic");
            });
        }
    }

    @Test
    void whoeverDoesNotSignIsRefusedAndNothingIsPublished() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            given().contentType("application/json")
                    .body(body)
                    .post(ALERTS)
                    .then()
                    .statusCode(401);
            post(ALERTS, "wrong", Instant.now()).statusCode(401);
            post(ALERTS, SECRET, Instant.now().minusSeconds(310))
                    .statusCode(401)
                    .body("detail", containsString("300"));
            post(ALERTS, SECRET, Instant.now().plusSeconds(310)).statusCode(401);
            post("/webhooks/generic/foreign-alerts", "hook_red_3", Instant.now())
                    .statusCode(401);
            post("/webhooks/generic/nobody", SECRET, Instant.now()).statusCode(404);
            post("/webhooks/generic/asleep-alerts", SECRET, Instant.now()).statusCode(202);

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aPayloadWithoutItsTextIsADeadLetter() {
        String other = "{\"subject\":\"" + text + "\"}";
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            send(ALERTS, SECRET, Instant.now(), other).statusCode(202);

            assertThat(letters.untilNow())
                    .filteredOn(letter -> new String(letter.value(), StandardCharsets.UTF_8).contains(text))
                    .hasSize(1);
        }
        send(ALERTS, SECRET, Instant.now(), "{\"title\":").statusCode(400);
    }

    private ValidatableResponse post(String path, String secret, Instant at) {
        return send(path, secret, at, body);
    }

    private static ValidatableResponse send(String path, String secret, Instant at, String content) {
        WebhookSignature signature = WebhookSignature.of(
                secret.getBytes(StandardCharsets.UTF_8), at, content.getBytes(StandardCharsets.UTF_8));
        return given().contentType("application/json")
                .header(WebhookSignature.TIMESTAMP_HEADER, signature.timestamp())
                .header(WebhookSignature.SIGNATURE_HEADER, signature.value())
                .body(content)
                .post(path)
                .then();
    }

    private List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> text.equals(event.input().text()))
                .toList();
    }

    private void register(String botId, boolean enabled, String... secrets) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.putObject("fields").put("text", "/title");
        var registration = new BotRegistration(
                botId,
                "green",
                BotPlatform.GENERIC,
                botId,
                enabled,
                Map.of("webhook", List.of(secrets)),
                options,
                1,
                null);
        BotRecords.register(bots, registration);
    }
}
