package dev.agenthost.gateway.intake.line;

import static dev.agenthost.gateway.intake.line.LineBot.GROUP;
import static dev.agenthost.gateway.intake.line.LineBot.IN_GROUP;
import static dev.agenthost.gateway.intake.line.LineBot.PERSON;
import static dev.agenthost.gateway.intake.line.LineBot.PRIVATE;
import static dev.agenthost.gateway.intake.line.LineBot.SECRET;
import static dev.agenthost.gateway.intake.line.LineBot.post;
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
import dev.agenthost.testkit.line.SignedLineWebhook;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
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
class LineWebhookResourceTest {
    private static final String BOT = "line-shop";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("line"));

    @Inject
    BotRegistry bots;

    private final String id = UUID.randomUUID().toString();
    private final String nextId = UUID.randomUUID().toString();

    /** A consumer reads nothing from a topic that is created after it. */
    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("line"));
    }

    @BeforeEach
    void registerBots() {
        String url = "http://127.0.0.1:1";
        bots.take(LineBot.registered(BOT, true, url, "HOOK_NOW", "HOOK_NEXT"));
        bots.take(LineBot.registered("line-asleep", false, url, "HOOK_NOW"));
        bots.take(LineBot.registered("line-foreign", true, url, "HOOK_OF_RED"));
    }

    @Test
    void aMessageIsPublished() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accepted(post(BOT, text("hello")));

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventId()).isEqualTo(EventIds.of("green", "line", BOT, id));
                assertThat(event.eventType()).isEqualTo("message.received");
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.conversationId()).isEqualTo(PERSON);
                assertThat(event.input().text()).isEqualTo("hello");
                assertThat(event.delivery().surface()).isEqualTo("line");
                assertThat(event.delivery().replyTarget().path("user_id").asText())
                        .isEqualTo(PERSON);
                assertThat(event.delivery().replyTarget().path("quote").asText())
                        .isEqualTo("quote-of-it");
            });
        }
    }

    @Test
    void theEventsOfOneWebhookArePublishedInTheirOrder() {
        String left = LineBot.event(nextId, "leave", "{\"type\":\"group\",\"groupId\":\"" + GROUP + "\"}", "");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accepted(post(BOT, LineBot.text(id, IN_GROUP, "bye"), left));

            assertThat(published(events).stream().map(EventEnvelope::eventType))
                    .containsExactly("message.received", "bot.removed_from_group");
        }
    }

    /** The console verifies an address in this way. */
    @Test
    void aWebhookWithoutEventsIsAcknowledged() {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS);
                TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accepted(post(BOT));

            assertThat(published(events)).isEmpty();
            assertThat(letters.untilNow()).isEmpty();
        }
    }

    /** A redelivery has another signature, because it says that it is one; another sender could send the first one again. */
    @Test
    void aRepetitionHasTheSameAnswerAndIsNotPublished() {
        String first = text("once");
        String redelivered = first.replace("\"isRedelivery\":false", "\"isRedelivery\":true");
        assertThat(redelivered).isNotEqualTo(first);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accepted(post(BOT, first));
            accepted(post(BOT, first));
            accepted(post(BOT, redelivered));
            accepted(post(BOT, redelivered, LineBot.text(nextId, PRIVATE, "and another")));

            assertThat(published(events).stream().map(event -> event.input().text()))
                    .containsExactly("once", "and another");
        }
    }

    /** The time of an event is not compared with the clock: a redelivery has the time of the event. */
    @Test
    void anOldRedeliveryIsPublished() {
        long hoursAgo = System.currentTimeMillis() - 3 * 3_600_000L;
        String old = SignedLineWebhook.event(
                id, "message", hoursAgo, PRIVATE, ",\"message\":{\"id\":\"1\",\"type\":\"text\",\"text\":\"late\"}");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accepted(post(BOT, old));

            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void theNextSecretIsAcceptedDuringARotation() {
        accepted(post(BOT, SignedLineWebhook.of(SignedLineWebhook.body(LineBot.USER_ID, text("hi")), "hook_next_2")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hook_now", "HOOK_NOW", "hook_red_3"})
    void anotherSecretIsUnauthorizedAndPublishesNothing(String secret) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(BOT, SignedLineWebhook.of(SignedLineWebhook.body(LineBot.USER_ID, text("hi")), secret)));

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aMissingOrAlteredPartIsUnauthorized() {
        SignedLineWebhook signed = SignedLineWebhook.of(SignedLineWebhook.body(LineBot.USER_ID, text("hi")), SECRET);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(BOT, new SignedLineWebhook(signed.signature() + "A", signed.body())));
            unauthorized(post(BOT, new SignedLineWebhook("", signed.body())));
            unauthorized(post(BOT, new SignedLineWebhook(signed.signature(), signed.body() + " ")));
            unauthorized(post(BOT, new SignedLineWebhook(signed.signature(), "no JSON")));
            unauthorized(given().contentType("application/json")
                    .body(signed.body())
                    .post("/webhooks/line/" + BOT)
                    .then());

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aRefusalIsInTheAudit() {
        BotRecords.awaitCountedRefusals();
        try (TopicConsumer audit = TopicConsumer.fromNow(Topics.AUDIT)) {
            unauthorized(post(BOT, SignedLineWebhook.of(SignedLineWebhook.body(LineBot.USER_ID), "wrong-secret")));

            assertThat(audit.await(1, record -> new String(record.value()).contains("POST /webhooks/line/" + BOT)))
                    .isNotEmpty()
                    .allSatisfy(record -> assertThat(new String(record.value()))
                            .contains("key.refused")
                            .doesNotContain("wrong-secret"));
        }
    }

    @Test
    void aSecretOfAnotherWorkspaceIsUnauthorized() {
        unauthorized(post(
                "line-foreign",
                SignedLineWebhook.of(SignedLineWebhook.body(LineBot.USER_ID, text("hi")), "hook_red_3")));
    }

    @Test
    void aDisabledBotTakesNoEvents() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post("line-asleep", SignedLineWebhook.of(SignedLineWebhook.body(LineBot.USER_ID), "x")));
            accepted(post("line-asleep", text("hi")));

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
                "no JSON | $ must be an object",
                "[] | $ must be an object",
                "{\"destination\":\"U1\",\"events\":[]} | destination must be user_id of the bot",
                "{\"destination\":\"Ub9952f8a5bf1a2b3c4d5e6f708192a3b\"} | events must be an array",
                "{\"destination\":\"Ub9952f8a5bf1a2b3c4d5e6f708192a3b\",\"events\":[3]} | $ must be an object",
                "{\"destination\":\"Ub9952f8a5bf1a2b3c4d5e6f708192a3b\",\"events\":[{\"type\":\"join\"}]} | webhookEventId must be an id"
            })
    void anUnknownShapeIsAcknowledgedAndADeadLetter(String body, String detail) {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            accepted(post(BOT, SignedLineWebhook.of(body, SECRET)));

            assertThat(letters.untilNow().stream()
                            .map(letter -> TopicConsumer.header(letter, DeadLetterHeaders.DETAIL)))
                    .containsExactly(detail);
        }
    }

    @Test
    void anEventThatIsADeadLetterHoldsUpNoOtherAndHasNoToken() {
        String message = LineBot.message(id, "{\"type\":\"group\"}", "text", ",\"text\":\"lost\"");
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS);
                TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accepted(post(BOT, message, LineBot.text(nextId, PRIVATE, "found")));

            assertThat(published(events).stream().map(event -> event.input().text()))
                    .containsExactly("found");
            assertThat(letters.untilNow()).singleElement().satisfies(letter -> assertThat(new String(letter.value()))
                    .contains("lost")
                    .doesNotContain("found", "reply-once"));
        }
    }

    /** Another module of the account answers in the conversation. */
    @Test
    void aMessageOnStandbyIsAcknowledgedAndNotPublished() {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS);
                TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            accepted(post(BOT, text("hi").replace("\"mode\":\"active\"", "\"mode\":\"standby\"")));

            assertThat(published(events)).isEmpty();
            assertThat(letters.untilNow()).isEmpty();
        }
    }

    @Test
    void aLargeBodyAndAnotherContentTypeAreRefused() {
        post(BOT, text("x".repeat(1_100_000))).statusCode(413);
        SignedLineWebhook signed = SignedLineWebhook.of(SignedLineWebhook.body(LineBot.USER_ID), SECRET);
        given().contentType("text/plain")
                .header(LineWebhookResource.SIGNATURE, signed.signature())
                .body(signed.body())
                .post("/webhooks/line/" + BOT)
                .then()
                .statusCode(415);
    }

    private static void accepted(ValidatableResponse response) {
        response.statusCode(200).body(emptyString());
    }

    private static void unauthorized(ValidatableResponse response) {
        response.statusCode(401).body("code", equalTo("unauthorized"));
    }

    private String text(String text) {
        return LineBot.text(id, PRIVATE, text);
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> isOf(event.botId()))
                .toList();
    }

    private static boolean isOf(@Nullable String botId) {
        return botId != null && botId.startsWith("line-");
    }
}
