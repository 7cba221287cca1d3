package dev.agenthost.gateway.intake.slack;

import static dev.agenthost.gateway.intake.slack.SlackBot.FORM;
import static dev.agenthost.gateway.intake.slack.SlackBot.JSON;
import static dev.agenthost.gateway.intake.slack.SlackBot.SECRET;
import static dev.agenthost.gateway.intake.slack.SlackBot.TS;
import static dev.agenthost.gateway.intake.slack.SlackBot.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
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
import dev.agenthost.testkit.slack.SignedRequest;
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
class SlackWebhookResourceTest {
    private static final String BOT = "slack-shop";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("slack"));
    private static final String CHALLENGE =
            "{\"token\":\"x\",\"challenge\":\"3eZbrw1aBm2rZgRN\",\"type\":\"url_verification\"}";

    @Inject
    BotRegistry bots;

    private final String eventId = "Ev" + UUID.randomUUID();
    private final String channel = "D" + UUID.randomUUID();

    /** A consumer reads nothing from a topic that is created after it. */
    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("slack"));
    }

    @BeforeEach
    void registerBots() {
        String url = "http://127.0.0.1:1";
        bots.take(SlackBot.registered(BOT, true, url, "HOOK_NOW", "HOOK_NEXT"));
        bots.take(SlackBot.registered("slack-asleep", false, url, "HOOK_NOW"));
        bots.take(SlackBot.registered("slack-foreign", true, url, "HOOK_OF_RED"));
    }

    @Test
    void aMessageIsPublished() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, text("hello")).statusCode(200).body(equalTo(""));

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventId()).isEqualTo(EventIds.of("green", "slack", BOT, channel + ":" + TS));
                assertThat(event.eventType()).isEqualTo("message.received");
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.botId()).isEqualTo(BOT);
                assertThat(event.conversationId()).isEqualTo(channel);
                assertThat(event.input().text()).isEqualTo("hello");
                assertThat(event.delivery().surface()).isEqualTo("slack");
            });
        }
    }

    /** The platform sends an event again under its id, with a signature of its own. */
    @Test
    void aRepetitionHasTheSameAnswerAndIsNotPublished() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            SignedRequest first = SignedRequest.of(text("once").toString(), SECRET, Instant.now());
            post(BOT, first).statusCode(200);
            post(BOT, first).statusCode(200);
            post(BOT, text("once")).statusCode(200).body(equalTo(""));

            assertThat(published(events)).hasSize(1);
        }
    }

    /** An app that subscribes to both gets both for one message, under two ids. */
    @Test
    void aMentionAndItsMessageAreOneEvent() {
        ObjectNode message = text("<@UBOT> hello");
        ObjectNode mention = text("<@UBOT> hello").put("event_id", eventId + "m");
        mention.withObjectProperty("event").put("type", "app_mention").remove("channel_type");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, mention).statusCode(200);
            post(BOT, message).statusCode(200);

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.input().text()).isEqualTo("hello");
                assertThat(event.data().path("is_mentioned").asBoolean()).isTrue();
            });
        }
    }

    @Test
    void theNextSecretIsAcceptedDuringARotation() {
        post(BOT, SignedRequest.of(text("hi").toString(), "hook_next_2", Instant.now()))
                .statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hook_now", "hook_now_12", "HOOK_NOW", "hook_red_3", "x"})
    void aWrongSecretIsUnauthorizedAndPublishesNothing(String secret) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(BOT, SignedRequest.of(text("hi").toString(), secret, Instant.now())));

            assertThat(published(events)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-400, 400})
    void aTimestampThatIsFarAwayIsUnauthorized(long seconds) {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            Instant sent = Instant.now().plusSeconds(seconds);
            unauthorized(post(BOT, SignedRequest.of(text("hi").toString(), SECRET, sent)));

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aMissingOrAlteredHeaderIsUnauthorized() {
        SignedRequest signed = SignedRequest.of(text("hi").toString(), SECRET, Instant.now());
        String later = Long.toString(Long.parseLong(signed.timestamp()) + 1);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(BOT, JSON, null, signed.signature(), signed.body()));
            unauthorized(post(BOT, JSON, later, signed.signature(), signed.body()));
            unauthorized(post(BOT, JSON, signed.timestamp(), null, signed.body()));
            unauthorized(post(BOT, JSON, signed.timestamp(), signed.signature() + "0", signed.body()));
            unauthorized(post(BOT, JSON, signed.timestamp(), signed.signature(), signed.body() + " "));
            unauthorized(post(BOT, JSON, null, null, signed.body()));
            unauthorized(post(BOT, FORM, null, null, "payload=%7B%7D"));
            unauthorized(post(BOT, JSON, null, null, CHALLENGE));

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aRefusalIsInTheAudit() {
        BotRecords.awaitCountedRefusals();
        try (TopicConsumer audit = TopicConsumer.fromNow(Topics.AUDIT)) {
            unauthorized(post(BOT, SignedRequest.of(text("hi").toString(), "wrong-secret", Instant.now())));

            assertThat(audit.await(1, record -> new String(record.value()).contains("/webhooks/slack/" + BOT)))
                    .isNotEmpty()
                    .allSatisfy(record -> assertThat(new String(record.value()))
                            .contains("key.refused")
                            .doesNotContain("wrong-secret"));
        }
    }

    @Test
    void theChallengeOfTheAddressIsAnswered() {
        post(BOT, SignedRequest.of(CHALLENGE, SECRET, Instant.now()))
                .statusCode(200)
                .contentType(JSON)
                .body(equalTo("{\"challenge\":\"3eZbrw1aBm2rZgRN\"}"));
        unauthorized(post(BOT, SignedRequest.of(CHALLENGE, "other", Instant.now())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                JSON + "|{|The body is no JSON.",
                JSON + "|payload=%7B%7D|The body is no JSON.",
                FORM + "|command=%2Fhelp|The form has no payload.",
                FORM + "|payload=%7B|The payload of the form is no JSON."
            })
    void aSignedBodyOfNeitherFormIsRefused(String contentType, String body, String detail) {
        SignedRequest signed = SignedRequest.of(body, SECRET, Instant.now());

        post(BOT, contentType, signed.timestamp(), signed.signature(), body)
                .statusCode(400)
                .body("detail", equalTo(detail));
    }

    @Test
    void aSecretOfAnotherWorkspaceIsUnauthorized() {
        unauthorized(post("slack-foreign", SignedRequest.of(text("hi").toString(), "hook_red_3", Instant.now())));
    }

    @Test
    void aDisabledBotTakesNoEvents() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post("slack-asleep", SignedRequest.of(text("hi").toString(), "x", Instant.now())));
            post("slack-asleep", text("hi")).statusCode(200).body(equalTo(""));

            assertThat(published(events)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "", "../lark/" + BOT})
    void anUnknownBotIsNotFound(String bot) {
        post(bot, text("hi")).statusCode(404);
    }

    @ParameterizedTest
    @CsvSource({"api_app_id,A9,app_id", "team_id,T9,team_id"})
    void anEventOfAnotherAppOrWorkspaceIsADeadLetterWithoutTokens(String member, String other, String option) {
        ObjectNode event = text("secret words").put(member, other).put("response_url", "https://hooks.slack.com/x");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            post(BOT, event).statusCode(200).body(equalTo(""));

            assertThat(published(events)).isEmpty();
            assertThat(letters.untilNow()).singleElement().satisfies(letter -> {
                assertThat(TopicConsumer.header(letter, DeadLetterHeaders.DETAIL))
                        .isEqualTo(member + " must be " + option + " of the bot");
                assertThat(new String(letter.value()))
                        .contains(other)
                        .doesNotContain(SlackBot.TOKEN)
                        .doesNotContain("hooks.slack.com");
            });
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|$ must be a JSON object",
                "{}|type must be",
                "{\"type\":\"event_callback\",\"api_app_id\":\"A1\",\"team_id\":\"T1\"}|event_id must be",
                "{\"type\":\"event_callback\",\"api_app_id\":\"A1\",\"team_id\":\"T1\",\"event_id\":\"e\",\"event_time\":1000,\"event\":{\"type\":\"x\"}}|event_time"
            })
    void anUnknownShapeIsAcknowledgedAndADeadLetter(String plain, String detail) {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            post(BOT, SignedRequest.of(plain, SECRET, Instant.now()))
                    .statusCode(200)
                    .body(equalTo(""));

            assertThat(letters.untilNow().stream()
                            .map(letter -> TopicConsumer.header(letter, DeadLetterHeaders.DETAIL)))
                    .singleElement()
                    .asString()
                    .startsWith(detail);
        }
    }

    @Test
    void aMessageOfABotIsAcknowledgedAndPublishesNothing() {
        ObjectNode own = text("mine");
        own.withObjectProperty("event").put("bot_id", "B1");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            post(BOT, own).statusCode(200);

            assertThat(published(events)).isEmpty();
            assertThat(letters.untilNow()).isEmpty();
        }
    }

    @Test
    void aLargeBodyAndAnotherContentTypeAreRefused() {
        post(BOT, SignedRequest.of(text("x".repeat(1_100_000)).toString(), SECRET, Instant.now()))
                .statusCode(413);
        post(BOT, "text/plain", null, null, "x").statusCode(415);
    }

    private static void unauthorized(ValidatableResponse response) {
        response.statusCode(401).body("code", equalTo("unauthorized")).body("detail", containsString("signature"));
    }

    private ObjectNode text(String text) {
        return SlackBot.message(eventId, channel, TS, text);
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> isOf(event.botId()))
                .toList();
    }

    private static boolean isOf(@Nullable String botId) {
        return botId != null && botId.startsWith("slack-");
    }
}
