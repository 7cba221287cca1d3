package dev.agenthost.gateway.intake.slack;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.slack.ScriptedSocketMode;
import dev.agenthost.testkit.slack.SlackDelivery;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bot of the service whose events arrive over Socket Mode, with a real Kafka. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(ScriptedOrchestrator.class)
@QuarkusTestResource(value = SlackConnectionTest.Permissions.class, restrictToAnnotatedClass = true)
class SlackConnectionTest {
    private static final String BOT = "slack-connected";
    private static final String TOKEN = "xapp-1-A1-1";
    private static final String SECOND_TOKEN = "xapp-1-A1-2";
    private static final String INTERNAL_KEY = "key-between";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("slack"));

    @Inject
    BotRegistry bots;

    private final String chat = "D" + UUID.randomUUID();
    private ScriptedSocketMode slack;

    /** The addresses and the tokens of the test. */
    public static final class Permissions implements QuarkusTestResourceLifecycleManager {
        @Override
        public Map<String, String> start() {
            return Map.of(
                    "agenthost.egress.allow",
                    "127.0.0.1/32",
                    "agenthost.secrets.\"SLACK_TOKEN\"",
                    "xoxb-1",
                    "agenthost.secrets.\"SLACK_APP\"",
                    TOKEN,
                    "agenthost.secrets.\"SLACK_APP_2\"",
                    SECOND_TOKEN);
        }

        @Override
        public void stop() {}
    }

    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("slack"));
    }

    @BeforeEach
    void connect() {
        slack = new ScriptedSocketMode("A1", TOKEN);
        slack.repeatAfter(Duration.ofSeconds(10));
        bots.complete();
        change(true);
        until(() -> slack.connections() == 1);
    }

    @AfterEach
    void end() {
        change(false);
        slack.close();
    }

    @Test
    void anEventIsPublishedBeforeItIsAcknowledged() throws Exception {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            JsonNode acknowledgement = slack.deliver(text("hello")).await();

            assertThat(acknowledgement.size())
                    .as("an event accepts no payload: %s", acknowledgement)
                    .isEqualTo(1);
            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.input().text()).isEqualTo("hello");
            });
        }
    }

    @Test
    void aPressedButtonIsSubmittedAndAcknowledged() throws Exception {
        RunId run = new RunId(UUID.randomUUID());
        ScriptedOrchestrator.outcome = "accepted";
        String key = new ButtonKey(run, 1, "token-of-it").text().orElseThrow();

        slack.interact(SlackBot.press(key, "Which one?", slack.apiUrl() + "/response"))
                .await();

        assertThat(ScriptedOrchestrator.PRESSES).contains(new ButtonPress("green", BOT, run, "token-of-it", 1, "U5"));
        until(() -> slack.responses().equals(List.of("Your answer was accepted.")));
    }

    @Test
    void anEventOfACutConnectionComesAgainAndIsPublishedOnce() throws Exception {
        slack.repeatAfter(Duration.ofMillis(300));
        slack.cutAfterNextEvent();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            SlackDelivery delivery = slack.deliver(text("hello"));
            delivery.await();

            assertThat(delivery.attempts()).isGreaterThan(1);
            assertThat(slack.opened()).isEqualTo(2);
            assertThat(published(events)).hasSize(1);
        }
    }

    /** The acknowledgement of the first attempt may be lost on its way. */
    @Test
    void aRepeatedEventIsAcknowledgedAndPublishedOnce() throws Exception {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            slack.deliver(text("hello")).await();
            slack.deliver(text("hello")).await();

            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void messagesThatAreNoneOfSocketModeAreIgnored() throws Exception {
        for (String text : List.of(
                "no JSON",
                "[]",
                "7",
                "{}",
                "{\"type\":\"events_api\",\"payload\":{}}",
                "{\"type\":\"events_api\",\"envelope_id\":7,\"payload\":{}}",
                "{\"type\":[\"hello\"]}",
                "{\"type\":\"news\"}")) {
            slack.write(text);
        }
        slack.write(new byte[] {123, 125});

        slack.deliver(text("hello")).await();
        assertThat(slack.opened()).isEqualTo(1);
        assertThat(get("/q/metrics").asString())
                .contains("agenthost_gateway_connection_events_total{outcome=\"unreadable\",platform=\"slack\"} 9.0")
                .contains("agenthost_gateway_connection_events_total{outcome=\"accepted\",platform=\"slack\"} ");
    }

    @Test
    void messagesThatAreNotSupportedAreNotAcknowledged() throws Exception {
        slack.write("{\"type\":\"slash_commands\",\"envelope_id\":\"e-1\",\"payload\":{\"command\":\"/x\"}}");
        slack.deliver(text("hello")).await();

        assertThat(slack.acknowledged()).doesNotContain("e-1").hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"events_api\",\"envelope_id\":\"e-2\"}",
                "{\"type\":\"interactive\",\"envelope_id\":\"e-2\",\"payload\":[]}",
                "{\"type\":\"events_api\",\"envelope_id\":\"e-2\",\"payload\":{\"type\":\"event_callback\",\"api_app_id\":\"A2\"}}"
            })
    void aPayloadThatCanNeverBecomeAnEventIsAcknowledgedAndADeadLetter(String envelope) {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            slack.write(envelope);
            until(() -> slack.acknowledged().equals(List.of("e-2")));

            assertThat(letters.untilNow().stream()
                            .map(letter -> TopicConsumer.header(letter, DeadLetterHeaders.DETAIL)))
                    .singleElement()
                    .asString()
                    .contains("must be");
        }
    }

    @Test
    void anEventThatIsTooLargeIsNotAcknowledgedAndTheNextOneIsTaken() throws Exception {
        SlackDelivery large = slack.deliver(text("x".repeat(1024 * 1024)));
        until(() -> large.attempts() == 1);

        slack.deliver(text("hello")).await();
        assertThat(large.isAcknowledged()).isFalse();
        assertThat(slack.opened()).isEqualTo(1);
    }

    @Test
    void aMessageOverTheLimitOfTheConnectionReplacesIt() throws Exception {
        slack.write("x".repeat(4 * 1024 * 1024 + 1));
        until(() -> slack.opened() == 2 && slack.connections() == 1);

        slack.deliver(text("hello")).await();
    }

    @Test
    void aBotThatIsPausedHasNoConnectionUntilItIsEnabled() throws Exception {
        change(false);
        until(() -> slack.connections() == 0);

        change(true);
        slack.deliver(text("hello")).await();
    }

    @Test
    void ofTwoTokensTheOneThatIsLiveConnects() throws Exception {
        slack.replaceTokens(SECOND_TOKEN);
        slack.cut();
        until(() -> slack.answers().equals(List.of("ok", "invalid_auth", "ok")));

        slack.deliver(text("hello")).await();
    }

    /** Only a person can end these; the next attempt is a minute later, or when the bot is changed. */
    @ParameterizedTest
    @ValueSource(strings = {"invalid_auth", "not_allowed_token_type", "account_inactive", "link_disabled"})
    void aRefusedTokenIsTriedAgainWhenTheBotChanges(String error) throws Exception {
        assertThat(state()).isEqualTo("{\"connected\":true}");
        slack.refuseAddresses(error);
        change(true);
        until(() -> slack.answers().equals(List.of("ok", error, error)));
        until(() -> state().equals(
                        "{\"connected\":false,\"problem\":\"the platform refuses the connection: " + error + "\"}"));

        slack.refuseAddresses("");
        change(true);
        slack.deliver(text("hello")).await();
        assertThat(slack.answers()).containsExactly("ok", error, error, "ok");
    }

    @Test
    void aBusyPlatformIsAskedAgain() throws Exception {
        slack.refuseAddresses("service_unavailable");
        slack.cut();
        until(() -> slack.answers().contains("service_unavailable"));

        slack.refuseAddresses("");
        slack.deliver(text("hello")).await();
    }

    @Test
    void tooManyRequestsForAnAddressWaitForRetryAfter() throws Exception {
        slack.limitRateOnce(2);
        slack.cut();
        until(() -> slack.answers().contains("429"));

        slack.deliver(text("hello")).await();
        assertThat(slack.answers()).containsExactly("ok", "429", "ok");
        assertThat(slack.waited()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aConnectionOfAnotherAppTakesNoEvents() {
        ScriptedSocketMode other = new ScriptedSocketMode("A2", TOKEN);
        try (other) {
            bots.take(SlackBot.connected(BOT, true, other.apiUrl()));
            until(() -> other.opened() == 1 && other.connections() == 0);
        }
    }

    @Test
    void aConnectionThatIsTurnedOffIsNotOpenedAgainAtOnce() throws Exception {
        slack.disconnect("link_disabled", Duration.ofSeconds(5));
        until(() -> slack.connections() == 0);

        change(true);
        slack.deliver(text("hello")).await();
        assertThat(slack.opened()).isEqualTo(2);
    }

    @Test
    void theStateOfAConnectionIsForTheServicesOnly() {
        get("/internal/v1/bots/" + BOT + "/connection").then().statusCode(401);
        given().header("Authorization", "Bearer " + INTERNAL_KEY)
                .get("/internal/v1/bots/another/connection")
                .then()
                .statusCode(404);
    }

    private static String state() {
        return given().header("Authorization", "Bearer " + INTERNAL_KEY)
                .get("/internal/v1/bots/" + BOT + "/connection")
                .asString();
    }

    private void change(boolean isEnabled) {
        bots.take(SlackBot.connected(BOT, isEnabled, slack.apiUrl()));
    }

    private ObjectNode text(String text) {
        return SlackBot.message("Ev1", chat, SlackBot.TS, text);
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> BOT.equals(event.botId()))
                .toList();
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}
