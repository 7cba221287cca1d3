package dev.agenthost.gateway.intake.lark;

import static dev.agenthost.gateway.intake.lark.LarkBot.KEY;
import static dev.agenthost.gateway.intake.lark.LarkBot.post;
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
import dev.agenthost.testkit.lark.SignedBody;
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
class LarkWebhookResourceTest {
    private static final String BOT = "lark-shop";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("lark"));
    private static final String CHALLENGE =
            "{\"challenge\":\"ajls384kdjx98XX\",\"token\":\"x\",\"type\":\"url_verification\"}";

    @Inject
    BotRegistry bots;

    private final String eventId = UUID.randomUUID().toString();

    /** A consumer reads nothing from a topic that is created after it. */
    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("lark"));
    }

    @BeforeEach
    void registerBots() {
        String url = "http://127.0.0.1:1";
        bots.take(LarkBot.registered(BOT, true, url, "HOOK_NOW", "HOOK_NEXT"));
        bots.take(LarkBot.registered("lark-asleep", false, url, "HOOK_NOW"));
        bots.take(LarkBot.registered("lark-foreign", true, url, "HOOK_OF_RED"));
    }

    @Test
    void aMessageIsPublished() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, text("hello")).statusCode(200).body(equalTo("{}"));

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventId()).isEqualTo(EventIds.of("green", "lark", BOT, eventId));
                assertThat(event.eventType()).isEqualTo("message.received");
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.botId()).isEqualTo(BOT);
                assertThat(event.conversationId()).isEqualTo("oc_8");
                assertThat(event.input().text()).isEqualTo("hello");
                assertThat(event.delivery().surface()).isEqualTo("lark");
            });
        }
    }

    /** The platform sends an event again under its id, with a signature of its own. */
    @Test
    void aRepetitionHasTheSameAnswerAndIsNotPublished() {
        SignedBody first = SignedBody.of(text("once").toString(), KEY, Instant.now());
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, first).statusCode(200);
            post(BOT, first).statusCode(200);
            post(BOT, text("once")).statusCode(200).body(equalTo("{}"));

            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void theNextKeyIsAcceptedDuringARotation() {
        post(BOT, SignedBody.of(text("hi").toString(), "hook_next_2", Instant.now()))
                .statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hook_now", "hook_now_12", "HOOK_NOW", "hook_red_3", "x"})
    void aWrongKeyIsUnauthorizedAndPublishesNothing(String key) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(BOT, SignedBody.of(text("hi").toString(), key, Instant.now())));

            assertThat(published(events)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-400, 400})
    void aTimestampThatIsFarAwayIsUnauthorized(long seconds) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            Instant sent = Instant.now().plusSeconds(seconds);
            unauthorized(post(BOT, SignedBody.of(text("hi").toString(), KEY, sent)));

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aMissingOrAlteredHeaderIsUnauthorized() {
        SignedBody signed = SignedBody.of(text("hi").toString(), KEY, Instant.now());
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(BOT, null, signed.nonce(), signed.digest(), signed.body()));
            unauthorized(post(BOT, signed.timestamp(), null, signed.digest(), signed.body()));
            unauthorized(post(BOT, signed.timestamp(), signed.nonce(), null, signed.body()));
            unauthorized(post(BOT, signed.timestamp(), "0", signed.digest(), signed.body()));
            unauthorized(post(BOT, signed.timestamp(), signed.nonce(), signed.digest() + "0", signed.body()));
            unauthorized(post(BOT, null, null, null, signed.body()));

            assertThat(published(events)).isEmpty();
        }
    }

    /** Every fault of a body has the same answer, with and without a right signature. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "{}",
                "{\"encrypt\":7}",
                "{\"encrypt\":\"AAAA\"}",
                "{\"encrypt\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\"}",
                CHALLENGE
            })
    void aBodyThatIsNotEncryptedIsUnauthorized(String body) {
        String signed = unauthorized(post(BOT, SignedBody.signed(body, KEY, Instant.now())));
        String unsigned = unauthorized(post(BOT, null, null, null, body));

        assertThat(signed).isEqualTo(unsigned);
    }

    @Test
    void aRefusalIsInTheAudit() {
        BotRecords.awaitCountedRefusals();
        try (TopicConsumer audit = TopicConsumer.fromNow(Topics.AUDIT)) {
            unauthorized(post(BOT, SignedBody.of(text("hi").toString(), "wrong-key", Instant.now())));

            assertThat(audit.await(1, record -> new String(record.value()).contains("/webhooks/lark/" + BOT)))
                    .isNotEmpty()
                    .allSatisfy(record -> assertThat(new String(record.value()))
                            .contains("key.refused")
                            .doesNotContain("wrong-key"));
        }
    }

    @Test
    void theChallengeOfTheAddressIsAnswered() {
        post(BOT, null, null, null, SignedBody.encrypted(CHALLENGE, KEY))
                .statusCode(200)
                .body(equalTo("{\"challenge\":\"ajls384kdjx98XX\"}"));
        post(BOT, SignedBody.of(CHALLENGE, "hook_next_2", Instant.now()))
                .statusCode(200)
                .body("challenge", equalTo("ajls384kdjx98XX"));
        unauthorized(post(BOT, null, null, null, SignedBody.encrypted(CHALLENGE, "other")));
    }

    @Test
    void aKeyOfAnotherWorkspaceIsUnauthorized() {
        unauthorized(post("lark-foreign", SignedBody.of(text("hi").toString(), "hook_red_3", Instant.now())));
    }

    @Test
    void aDisabledBotTakesNoEvents() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post("lark-asleep", SignedBody.of(text("hi").toString(), "x", Instant.now())));
            post("lark-asleep", text("hi")).statusCode(200).body(equalTo("{}"));

            assertThat(published(events)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "", "../telegram/" + BOT})
    void anUnknownBotIsNotFound(String bot) {
        post(bot, text("hi")).statusCode(404);
    }

    @Test
    void anEventOfAnotherAppIsADeadLetterWithoutTokens() {
        ObjectNode event = text("secret words");
        event.withObjectProperty("header").put("app_id", "cli_b2");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            post(BOT, event).statusCode(200).body(equalTo("{}"));

            assertThat(published(events)).isEmpty();
            assertThat(letters.untilNow()).singleElement().satisfies(letter -> {
                assertThat(TopicConsumer.header(letter, DeadLetterHeaders.DETAIL))
                        .isEqualTo("header.app_id must be app_id of the bot");
                assertThat(new String(letter.value())).contains("cli_b2").doesNotContain("verification-token");
            });
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|$ must be a JSON object",
                "{}|schema must be 2.0",
                "{\"schema\":\"2.0\"}|header.event_id must be",
                "{\"schema\":\"2.0\",\"header\":{\"event_id\":\"e\",\"event_type\":\"x\",\"app_id\":\"cli_a1\",\"create_time\":\"1000\"},\"event\":{}}|event_time"
            })
    void anUnknownShapeIsAcknowledgedAndADeadLetter(String plain, String detail) {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            post(BOT, SignedBody.of(plain, KEY, Instant.now())).statusCode(200).body(equalTo("{}"));

            assertThat(letters.untilNow().stream()
                            .map(letter -> TopicConsumer.header(letter, DeadLetterHeaders.DETAIL)))
                    .singleElement()
                    .asString()
                    .startsWith(detail);
        }
    }

    @Test
    void aMessageOfAnAppIsAcknowledgedAndPublishesNothing() {
        ObjectNode own = text("mine");
        own.withObjectProperty("event").withObjectProperty("sender").put("sender_type", "app");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            post(BOT, own).statusCode(200);

            assertThat(published(events)).isEmpty();
            assertThat(letters.untilNow()).isEmpty();
        }
    }

    @Test
    void aLargeBodyAndAnotherContentTypeAreRefused() {
        String large = text("x".repeat(900_000)).toString();
        post(BOT, SignedBody.of(large, KEY, Instant.now())).statusCode(413);
        given().contentType("text/plain")
                .body("x")
                .post("/webhooks/lark/" + BOT)
                .then()
                .statusCode(415);
    }

    private static String unauthorized(ValidatableResponse response) {
        return response.statusCode(401)
                .body("code", equalTo("unauthorized"))
                .extract()
                .jsonPath()
                .getString("detail");
    }

    private ObjectNode text(String text) {
        return LarkBot.message(eventId, "oc_8", "text", "{\"text\":\"" + text + "\"}");
    }

    private List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> isOf(event.botId()))
                .toList();
    }

    private static boolean isOf(@Nullable String botId) {
        return botId != null && botId.startsWith("lark-");
    }
}
