package dev.agenthost.gateway.intake.dingtalk;

import static dev.agenthost.gateway.intake.dingtalk.DingTalkBot.POSTED_SECRET;
import static dev.agenthost.gateway.intake.dingtalk.DingTalkBot.post;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotRecords;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.dingtalk.SignedDingTalkMessage;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class DingTalkWebhookResourceTest {
    private static final String BOT = "dingtalk-shop";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("dingtalk"));
    private static final String EMPTY = "{\"msgtype\":\"empty\"}";

    @Inject
    BotRegistry bots;

    private final String messageId = "msg" + UUID.randomUUID();

    /** A consumer reads nothing from a topic that is created after it. */
    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("dingtalk"));
    }

    @BeforeEach
    void registerBots() {
        String url = "http://127.0.0.1:1";
        bots.take(DingTalkBot.posted(BOT, true, url, "HOOK_NOW", "HOOK_NEXT"));
        bots.take(DingTalkBot.posted("dingtalk-asleep", false, url, "HOOK_NOW"));
        bots.take(DingTalkBot.posted("dingtalk-foreign", true, url, "HOOK_OF_RED"));
    }

    @Test
    void aMessageIsPublished() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, text("hello")).statusCode(200).body(equalTo(EMPTY));

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventId()).isEqualTo(EventIds.of("green", "dingtalk", BOT, messageId));
                assertThat(event.eventType()).isEqualTo("message.received");
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.conversationId()).isEqualTo("staff:user5");
                assertThat(event.input().text()).isEqualTo("hello");
                assertThat(event.delivery().surface()).isEqualTo("dingtalk");
                assertThat(event.delivery()
                                .platformCapabilities()
                                .path("supports_interactions")
                                .asBoolean(true))
                        .as("a button would call back over a connection")
                        .isFalse();
            });
        }
    }

    @Test
    void aRepetitionHasTheSameAnswerAndIsNotPublished() {
        SignedDingTalkMessage first = SignedDingTalkMessage.of(text("once").toString(), POSTED_SECRET, Instant.now());
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, first).statusCode(200);
            post(BOT, first).statusCode(200);
            post(BOT, text("once")).statusCode(200).body(equalTo(EMPTY));

            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void theNextSecretIsAcceptedDuringARotation() {
        post(BOT, SignedDingTalkMessage.of(text("hi").toString(), "hook_next_2", Instant.now()))
                .statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hook_now", "hook_now_12", "HOOK_NOW", "hook_red_3", "x"})
    void aWrongSecretIsUnauthorizedAndPublishesNothing(String secret) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(BOT, SignedDingTalkMessage.of(text("hi").toString(), secret, Instant.now())));

            assertThat(published(events)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-400, 400})
    void aTimestampThatIsFarAwayIsUnauthorized(long seconds) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            Instant sent = Instant.now().plusSeconds(seconds);
            unauthorized(post(BOT, SignedDingTalkMessage.of(text("hi").toString(), POSTED_SECRET, sent)));

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aMissingOrAlteredHeaderIsUnauthorized() {
        SignedDingTalkMessage signed = SignedDingTalkMessage.of(text("hi").toString(), POSTED_SECRET, Instant.now());
        String later = Long.toString(Long.parseLong(signed.timestamp()) + 1);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(BOT, null, signed.sign(), signed.body()));
            unauthorized(post(BOT, signed.timestamp(), null, signed.body()));
            unauthorized(post(BOT, later, signed.sign(), signed.body()));
            unauthorized(post(BOT, signed.timestamp(), "no base64!", signed.body()));
            unauthorized(post(BOT, null, null, signed.body()));

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aRefusalIsInTheAudit() {
        BotRecords.awaitCountedRefusals();
        try (TopicConsumer audit = TopicConsumer.fromNow(Topics.AUDIT)) {
            unauthorized(post(BOT, SignedDingTalkMessage.of(text("hi").toString(), "wrong-secret", Instant.now())));

            assertThat(audit.await(1, record -> new String(record.value()).contains("/webhooks/dingtalk/" + BOT)))
                    .isNotEmpty()
                    .allSatisfy(record -> assertThat(new String(record.value()))
                            .contains("key.refused")
                            .doesNotContain("wrong-secret"));
        }
    }

    @Test
    void aSecretOfAnotherWorkspaceIsUnauthorized() {
        unauthorized(
                post("dingtalk-foreign", SignedDingTalkMessage.of(text("hi").toString(), "hook_red_3", Instant.now())));
    }

    @Test
    void aDisabledBotTakesNoEvents() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(
                    post("dingtalk-asleep", SignedDingTalkMessage.of(text("hi").toString(), "x", Instant.now())));
            post("dingtalk-asleep", text("hi")).statusCode(200).body(equalTo(EMPTY));

            assertThat(published(events)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "", "../telegram/" + BOT})
    void anUnknownBotIsNotFound(String bot) {
        post(bot, text("hi")).statusCode(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no JSON | $ must be a JSON object",
                "[] | $ must be a JSON object",
                "{} | msgId must be an id",
                "{\"msgId\":\"m\",\"conversationId\":\"c\",\"conversationType\":\"1\",\"msgtype\":\"text\",\"robotCode\":\"ding2\"} | robotCode must be robot_code of the bot"
            })
    void anUnknownShapeIsAcknowledgedAndADeadLetter(String body, String detail) {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            post(BOT, SignedDingTalkMessage.of(body, POSTED_SECRET, Instant.now()))
                    .statusCode(200)
                    .body(equalTo(EMPTY));

            assertThat(letters.untilNow().stream()
                            .map(letter -> TopicConsumer.header(letter, DeadLetterHeaders.DETAIL)))
                    .containsExactly(detail);
        }
    }

    @Test
    void aLargeBodyAndAnotherContentTypeAreRefused() {
        String large = text("x".repeat(1_100_000)).toString();
        post(BOT, SignedDingTalkMessage.of(large, POSTED_SECRET, Instant.now())).statusCode(413);
        given().contentType("text/plain")
                .body("x")
                .post("/webhooks/dingtalk/" + BOT)
                .then()
                .statusCode(415);
    }

    private static void unauthorized(ValidatableResponse response) {
        response.statusCode(401).body("code", equalTo("unauthorized"));
    }

    private ObjectNode text(String text) {
        return DingTalkBot.text(messageId, "user5", text);
    }

    private List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> isOf(event.botId()))
                .toList();
    }

    private static boolean isOf(@Nullable String botId) {
        return botId != null && botId.startsWith("dingtalk-");
    }
}
