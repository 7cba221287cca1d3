package dev.agenthost.gateway.intake.wecom;

import static dev.agenthost.gateway.intake.wecom.WeComBot.CORP;
import static dev.agenthost.gateway.intake.wecom.WeComBot.KEY;
import static dev.agenthost.gateway.intake.wecom.WeComBot.NOW;
import static dev.agenthost.gateway.intake.wecom.WeComBot.post;
import static dev.agenthost.gateway.intake.wecom.WeComBot.query;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.gateway.bot.BotRecords;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.wecom.SignedWeComCallback;
import dev.agenthost.testkit.wecom.SignedWeComCallback.Sender;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
class WeComWebhookResourceTest {
    private static final String BOT = "wecom-shop";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("wecom"));

    @Inject
    BotRegistry bots;

    private final String messageId = Long.toString(UUID.randomUUID().getMostSignificantBits() >>> 1);

    /** A consumer reads nothing from a topic that is created after it. */
    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("wecom"));
    }

    @BeforeEach
    void registerBots() {
        String url = "http://127.0.0.1:1";
        bots.take(WeComBot.registered(BOT, true, url, "HOOK_NOW", "HOOK_NEXT"));
        bots.take(WeComBot.registered("wecom-asleep", false, url, "HOOK_NOW"));
        bots.take(WeComBot.registered("wecom-foreign", true, url, "HOOK_OF_RED"));
    }

    @Test
    void aMessageIsPublished() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accepted(post(BOT, text("hello")));

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventId()).isEqualTo(EventIds.of("green", "wecom", BOT, messageId));
                assertThat(event.eventType()).isEqualTo("message.received");
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.conversationId()).isEqualTo("user:user5");
                assertThat(event.input().text()).isEqualTo("hello");
                assertThat(event.delivery().surface()).isEqualTo("wecom");
                assertThat(event.delivery().replyTarget().path("user_id").asText())
                        .isEqualTo("user5");
            });
        }
    }

    @Test
    void anEventIsPublishedOnceThoughItIsRepeated() {
        String enter = WeComBot.event("user5", "enter_agent", "<EventKey><![CDATA[]]></EventKey>");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accepted(post(BOT, enter));
            accepted(post(BOT, enter));

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventType()).isEqualTo("platform.specific");
                assertThat(event.sourceEventType()).isEqualTo("enter_agent");
            });
        }
    }

    /** The platform sends a callback again with a signature of its own; another sender could send the same one. */
    @Test
    void aRepetitionHasTheSameAnswerAndIsNotPublished() {
        SignedWeComCallback first = SignedWeComCallback.of(text("once"), NOW, Instant.now());
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accepted(post(BOT, first));
            accepted(post(BOT, first));
            accepted(post(BOT, text("once")));

            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void theNextSecretsAreAcceptedDuringARotation() {
        for (Sender next : List.of(
                new Sender("hook_next_2", KEY, CORP),
                new Sender("hook_now_1", WeComBot.NEXT_KEY, CORP),
                new Sender("hook_next_2", WeComBot.NEXT_KEY, CORP))) {
            accepted(post(BOT, SignedWeComCallback.of(text("hi"), next, Instant.now())));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "hook_now,     jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C, ww1a",
        "HOOK_NOW,     jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C, ww1a",
        "hook_red_3,   jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C, ww1a",
        "hook_now_1,   aWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C, ww1a",
        "hook_now_1,   jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C, ww2b"
    })
    void anotherTokenKeyOrCompanyIsUnauthorizedAndPublishesNothing(String token, String key, String corp) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(BOT, SignedWeComCallback.of(text("hi"), new Sender(token, key, corp), Instant.now())));

            assertThat(published(events)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-400, 400})
    void aTimestampThatIsFarAwayIsUnauthorized(long seconds) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(
                    BOT, SignedWeComCallback.of(text("hi"), NOW, Instant.now().plusSeconds(seconds))));

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aMissingOrAlteredPartIsUnauthorized() {
        SignedWeComCallback signed = SignedWeComCallback.of(text("hi"), NOW, Instant.now());
        SignedWeComCallback other = SignedWeComCallback.of(text("other"), NOW, Instant.now());
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            for (String name : List.of("msg_signature", "timestamp", "nonce")) {
                Map<String, String> query = new HashMap<>(query(signed));
                query.put(name, query.get(name) + "1");
                unauthorized(post(BOT, query, signed.body()));
                query.remove(name);
                unauthorized(post(BOT, query, signed.body()));
            }
            unauthorized(post(BOT, query(signed), other.body()));
            unauthorized(post(BOT, query(signed), text("hi")));
            unauthorized(post(BOT, query(signed), "no XML"));
            unauthorized(post(BOT, query(signed), ""));

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aRefusalIsInTheAudit() {
        BotRecords.awaitCountedRefusals();
        try (TopicConsumer audit = TopicConsumer.fromNow(Topics.AUDIT)) {
            Sender wrong = new Sender("wrong-secret", KEY, CORP);
            unauthorized(post(BOT, SignedWeComCallback.of(text("hi"), wrong, Instant.now())));

            assertThat(audit.await(1, record -> new String(record.value()).contains("POST /webhooks/wecom/" + BOT)))
                    .isNotEmpty()
                    .allSatisfy(record -> assertThat(new String(record.value()))
                            .contains("key.refused")
                            .doesNotContain("wrong-secret"));
        }
    }

    @Test
    void aTokenOfAnotherWorkspaceIsUnauthorized() {
        Sender red = new Sender("hook_red_3", KEY, CORP);
        unauthorized(post("wecom-foreign", SignedWeComCallback.of(text("hi"), red, Instant.now())));
    }

    @Test
    void aDisabledBotTakesNoEvents() {
        Sender wrong = new Sender("x", KEY, CORP);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post("wecom-asleep", SignedWeComCallback.of(text("hi"), wrong, Instant.now())));
            accepted(post("wecom-asleep", text("hi")));

            assertThat(published(events)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", ""})
    void anUnknownBotIsNotFound(String bot) {
        post(bot, text("hi")).statusCode(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no XML | $ must be a document with elements",
                "<xml>x</xml> | $ must be a document with elements",
                "<!DOCTYPE x><xml><ToUserName>ww1a</ToUserName></xml> | $ must be a document with elements",
                "<xml><ToUserName>ww2b</ToUserName></xml> | ToUserName must be corp_id of the bot",
                "<xml><ToUserName>ww1a</ToUserName><AgentID>3</AgentID></xml> | AgentID must be agent_id of the bot",
                "<xml><ToUserName>ww1a</ToUserName><MsgType>text</MsgType></xml> | MsgId must be an id"
            })
    void anUnknownShapeIsAcknowledgedAndADeadLetter(String document, String detail) {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            accepted(post(BOT, document));

            assertThat(letters.untilNow().stream()
                            .map(letter -> TopicConsumer.header(letter, DeadLetterHeaders.DETAIL)))
                    .containsExactly(detail);
        }
    }

    @Test
    void aDeadLetterHasNoCode() {
        String press = WeComBot.press("approve").replace(CORP, "ww2b");
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            accepted(post(BOT, press));

            assertThat(letters.untilNow()).singleElement().satisfies(letter -> assertThat(new String(letter.value()))
                    .contains("approve")
                    .doesNotContain("code-of-a-card"));
        }
    }

    @Test
    void aLargeBodyAndAnotherContentTypeAreRefused() {
        post(BOT, text("x".repeat(1_100_000))).statusCode(413);
        SignedWeComCallback signed = SignedWeComCallback.of(text("hi"), NOW, Instant.now());
        given().contentType("application/json")
                .queryParams(query(signed))
                .body(signed.body())
                .post("/webhooks/wecom/" + BOT)
                .then()
                .statusCode(415);
        given().contentType("application/xml")
                .queryParams(query(signed))
                .body(signed.body())
                .post("/webhooks/wecom/" + BOT)
                .then()
                .statusCode(200);
    }

    private static void accepted(ValidatableResponse response) {
        response.statusCode(200).body(emptyString());
    }

    private static void unauthorized(ValidatableResponse response) {
        response.statusCode(401).body("code", equalTo("unauthorized"));
    }

    private String text(String text) {
        return WeComBot.text(messageId, "user5", text);
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> isOf(event.botId()))
                .toList();
    }

    private static boolean isOf(@Nullable String botId) {
        return botId != null && botId.startsWith("wecom-");
    }
}
