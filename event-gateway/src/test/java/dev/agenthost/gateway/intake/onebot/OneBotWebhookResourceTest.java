package dev.agenthost.gateway.intake.onebot;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class OneBotWebhookResourceTest {
    private static final String SECRET = "hook_now_1";
    private static final String SHOP = "/webhooks/onebot/shop";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("onebot"));

    @TestHTTPResource(SHOP)
    URI webhook;

    @Inject
    BotRegistry bots;

    private final long messageId = ThreadLocalRandom.current().nextLong(1L << 31);

    /** A consumer reads nothing from a topic that is created after it. */
    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("onebot"));
    }

    @BeforeEach
    void registerBots() {
        bots.take(bot("shop", true, 4000L, "HOOK_NOW", "HOOK_NEXT"));
        bots.take(bot("any", true, null, "HOOK_NOW"));
        bots.take(bot("asleep-shop", false, 4000L, "HOOK_NOW"));
        bots.take(bot("foreign-shop", true, 4000L, "HOOK_OF_RED"));
    }

    @Test
    void anImplementationReportsAMessage() throws Exception {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                ScriptedOneBot oneBot = new ScriptedOneBot(4000, "token", SECRET)) {
            ObjectNode message =
                    oneBot.groupMessage(8001, 5001, JsonNodeFactory.instance.textNode("[CQ:at,qq=4000] hello"));
            message.put("message_id", messageId);

            assertThat(oneBot.post(webhook.toString(), message)).isEqualTo(204);

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventType()).isEqualTo("message.received");
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.botId()).isEqualTo("shop");
                assertThat(event.conversationId()).isEqualTo("group_8001");
                assertThat(event.input().text()).isEqualTo("@4000 hello");
                assertThat(event.delivery().surface()).isEqualTo("onebot");
            });
        }
    }

    @Test
    void aRepetitionHasTheSameAnswerAndIsNotPublished() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(SHOP, message("once")).statusCode(204).body(emptyString());
            post(SHOP, message("once")).statusCode(204);

            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void theNextSecretIsAcceptedDuringARotation() {
        String body = message("hi");
        post(SHOP, body, "4000", signature("hook_next_2", body)).statusCode(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hook_now", "hook_now_12", "HOOK_NOW", "hook_red_3", "x"})
    void aWrongSecretIsUnauthorizedAndPublishesNothing(String secret) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            String body = message("hi");
            post(SHOP, body, "4000", signature(secret, body)).statusCode(401);

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aSignatureOfAnotherBodyIsUnauthorized() {
        post(SHOP, message("hi"), "4000", signature(SECRET, message("other")))
                .statusCode(401)
                .body("code", equalTo("unauthorized"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "sha1=", "sha1=00", "hook_now_1"})
    void aMissingSignatureIsUnauthorized(@Nullable String signature) {
        post(SHOP, message("hi"), "4000", signature).statusCode(401);
    }

    @Test
    void aSecretOfAnotherWorkspaceIsUnauthorized() {
        String body = message("hi");
        post("/webhooks/onebot/foreign-shop", body, "4000", signature("hook_red_3", body))
                .statusCode(401);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "me", "0", "-4000", "04000", "4000.0", "9999999999999999999"})
    void anAccountThatIsNoNumberIsRefused(@Nullable String selfId) {
        String body = message("hi");
        post(SHOP, body, selfId, signature(SECRET, body)).statusCode(400).body("field", equalTo("X-Self-ID"));
    }

    @Test
    void anotherAccountThanTheBotsIsNotFound() {
        String body = message("hi");
        post(SHOP, body, "4001", signature(SECRET, body)).statusCode(404);
    }

    @Test
    void anAccountThatTheEventDoesNotHaveIsADeadLetter() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            String body = message("hi");
            post("/webhooks/onebot/any", body, "4001", signature(SECRET, body)).statusCode(204);

            assertThat(published(events)).isEmpty();
            assertThat(details(letters)).containsExactly("self_id must be that of X-Self-ID");
        }
    }

    @Test
    void aDisabledBotTakesNoEvents() {
        String path = "/webhooks/onebot/asleep-shop";
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(path, message("hi"), "4000", "sha1=00").statusCode(401);
            post(path, message("hi")).statusCode(204);

            assertThat(published(events)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/webhooks/onebot/unknown", "/webhooks/telegram/shop", "/webhooks/onebot/"})
    void anUnknownBotIsNotFound(String path) {
        post(path, message("hi")).statusCode(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|$ must be a JSON object",
                "{}|post_type must be a text",
                "{\"post_type\":\"x\",\"self_id\":4000,\"time\":1795900000}|post_type must be message, notice, request or meta_event",
                "{\"post_type\":\"message\",\"self_id\":4000,\"time\":1795900000}|message_type must be private or group",
                "{\"post_type\":\"notice\",\"self_id\":4000,\"time\":1,\"notice_type\":\"friend_add\",\"user_id\":7}|event_time"
            })
    void anUnknownShapeIsAcknowledgedAndADeadLetter(String body, String detail) {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            post(SHOP, body).statusCode(204);

            assertThat(details(letters)).singleElement().asString().startsWith(detail);
        }
    }

    @Test
    void aHeartbeatIsAcknowledgedAndPublishesNothing() {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            post(
                            SHOP,
                            "{\"post_type\":\"meta_event\",\"meta_event_type\":\"heartbeat\",\"self_id\":4000,\"time\":1795900000}")
                    .statusCode(204);

            assertThat(details(letters)).isEmpty();
        }
    }

    @Test
    void anythingButJsonIsRefused() {
        post(SHOP, "{\"post_type\":").statusCode(400);
        given().contentType("text/plain").body("x").post(SHOP).then().statusCode(415);
    }

    private static List<String> details(TopicConsumer letters) {
        return letters.untilNow().stream()
                .map(record -> String.valueOf(TopicConsumer.header(record, DeadLetterHeaders.DETAIL)))
                .toList();
    }

    private List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.subject() != null
                        && Long.toString(messageId).equals(event.subject().subjectId()))
                .toList();
    }

    private String message(String text) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("time", Instant.now().getEpochSecond())
                .put("self_id", 4000)
                .put("post_type", "message")
                .put("message_type", "private")
                .put("sub_type", "friend")
                .put("message_id", messageId)
                .put("user_id", 5001)
                .put("message", text)
                .toString();
    }

    private static ValidatableResponse post(String path, String body) {
        return post(path, body, "4000", signature(SECRET, body));
    }

    private static ValidatableResponse post(
            String path, String body, @Nullable String selfId, @Nullable String signature) {
        var request = given().contentType("application/json").body(body);
        if (selfId != null) {
            request = request.header(OneBotAccount.HEADER, selfId);
        }
        if (signature != null) {
            request = request.header(OneBotWebhookResource.SIGNATURE, signature);
        }
        return request.post(path).then();
    }

    private static String signature(String secret, String body) {
        return ScriptedOneBot.signature(secret, body.getBytes(StandardCharsets.UTF_8));
    }

    private static BotRegistration bot(String botId, boolean enabled, @Nullable Long selfId, String... secrets) {
        ObjectNode options = JsonNodeFactory.instance.objectNode().put("api_url", "http://127.0.0.1:1");
        if (selfId != null) {
            options.put("self_id", selfId);
        }
        return new BotRegistration(
                botId,
                "green",
                BotPlatform.ONEBOT,
                botId,
                enabled,
                Map.of("webhook", List.of(secrets)),
                options,
                1,
                null);
    }
}
