package dev.agenthost.gateway.intake.dingtalk;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.dingtalk.DingTalkDelivery;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalkStream;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.provider.CsvSource;

/** A bot of the service whose events arrive over the connections of the Stream mode, with a real Kafka. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(ScriptedOrchestrator.class)
@QuarkusTestResource(value = DingTalkConnectionTest.Permissions.class, restrictToAnnotatedClass = true)
class DingTalkConnectionTest {
    private static final String BOT = "dingtalk-connected";
    private static final String INTERNAL_KEY = "key-between";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("dingtalk"));

    @Inject
    BotRegistry bots;

    private final String messageId = "msg" + UUID.randomUUID();
    private ScriptedDingTalkStream dingTalk;

    /** The addresses and the Client Secret of the test. */
    public static final class Permissions implements QuarkusTestResourceLifecycleManager {
        @Override
        public Map<String, String> start() {
            return Map.of(
                    "agenthost.egress.allow",
                    "127.0.0.1/32",
                    "agenthost.secrets.\"DINGTALK_SECRET\"",
                    DingTalkBot.SECRET);
        }

        @Override
        public void stop() {}
    }

    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("dingtalk"));
    }

    @BeforeEach
    void connect() {
        dingTalk = new ScriptedDingTalkStream(DingTalkBot.CLIENT_ID, DingTalkBot.SECRET);
        dingTalk.repeatAfter(Duration.ofSeconds(10));
        bots.complete();
        change(true);
        until(() -> dingTalk.connections() == 1);
    }

    @AfterEach
    void end() {
        change(false);
        dingTalk.close();
    }

    @Test
    void aMessageIsPublishedBeforeItIsAcknowledged() throws Exception {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            JsonNode answer = dingTalk.say(text("hello")).await();

            assertThat(answer.path("data").asText()).isEqualTo("{\"response\":null}");
            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventId()).isEqualTo(EventIds.of("green", "dingtalk", BOT, messageId));
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.conversationId()).isEqualTo("staff:user5");
                assertThat(event.sourceEventType()).isEqualTo("message.text");
                assertThat(event.input().text()).isEqualTo("hello");
            });
        }
    }

    @Test
    void theHostSubscribesToMessagesCardsAndEvents() {
        assertThat(dingTalk.subscriptions())
                .hasToString("[{\"type\":\"CALLBACK\",\"topic\":\"/v1.0/im/bot/messages/get\"},"
                        + "{\"type\":\"CALLBACK\",\"topic\":\"/v1.0/card/instances/callback\"},"
                        + "{\"type\":\"EVENT\",\"topic\":\"*\"}]");
    }

    @Test
    void anEventOfThePlatformIsPublished() throws Exception {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("openConversationId", "cid1");
        data.putArray("userId").add("user456");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            JsonNode answer = dingTalk.happen(messageId, "chat_add_member", "ding9f50", data)
                    .await();

            assertThat(answer.path("data").asText()).contains("SUCCESS");
            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventType()).isEqualTo("group.member_joined");
                assertThat(event.sourceEventType()).isEqualTo("chat_add_member");
                assertThat(event.conversationId()).isEqualTo("cid1");
            });
        }
    }

    @Test
    void aPressedButtonChangesItsCardForThePersonAlone() throws Exception {
        RunId run = new RunId(UUID.randomUUID());
        ScriptedOrchestrator.outcome = "accepted";

        JsonNode answer = dingTalk.act(DingTalkBot.press(
                        new ButtonKey(run, 1, "token-of-it").text().orElseThrow()))
                .await();

        JsonNode response = data(answer).path("response");
        assertThat(response.at("/userPrivateData/cardParamMap/tips").asText())
                .isEqualTo("已收到您的回答。 Your answer was accepted.");
        assertThat(response.at("/cardUpdateOptions/updatePrivateDataByKey").asBoolean())
                .isTrue();
        assertThat(response.has("cardData")).isFalse();
        assertThat(ScriptedOrchestrator.PRESSES)
                .contains(new ButtonPress("green", BOT, run, "token-of-it", 1, "user5"));
    }

    /** The acknowledgement of the first push may be lost on its way. */
    @Test
    void aRepeatedMessageIsAcknowledgedAndPublishedOnce() throws Exception {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            dingTalk.say(text("hello")).await();
            dingTalk.say(text("hello")).await();

            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void anEventOfACutConnectionComesAgainAndIsPublishedOnce() throws Exception {
        dingTalk.repeatAfter(Duration.ofMillis(300));
        dingTalk.cutAfterNextPush();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            DingTalkDelivery delivery =
                    dingTalk.happen(messageId, "user_add_org", "ding9f50", JsonNodeFactory.instance.objectNode());
            delivery.await();

            assertThat(delivery.attempts()).isGreaterThan(1);
            assertThat(dingTalk.opened()).isEqualTo(2);
            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void aMessageOfACutConnectionIsPublished() {
        dingTalk.cutAfterNextPush();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            DingTalkDelivery delivery = dingTalk.say(text("hello"));
            until(() -> dingTalk.opened() == 2);

            assertThat(delivery.attempts()).isEqualTo(1);
            until(() -> !published(events).isEmpty());
        }
    }

    @Test
    void aPingIsAnswered() {
        dingTalk.ping("123-dsfs");

        until(() -> !dingTalk.pongs().isEmpty());
        assertThat(dingTalk.pongs().getFirst().path("data").asText()).isEqualTo("{\"opaque\":\"123-dsfs\"}");
    }

    @Test
    void textsThatAreNoFramesAreIgnored() throws Exception {
        for (String text : List.of("no JSON", "[]", "{}", "{\"type\":\"EVENT\",\"headers\":{\"topic\":\"*\"}}")) {
            dingTalk.write(text);
        }
        dingTalk.write(new byte[] {123, 125});

        dingTalk.say(text("hello")).await();
        assertThat(dingTalk.opened()).isEqualTo(1);
        assertThat(get("/q/metrics").asString())
                .contains("agenthost_gateway_connection_events_total{outcome=\"unreadable\",platform=\"dingtalk\"} 5.0")
                .contains("agenthost_gateway_connection_events_total{outcome=\"accepted\",platform=\"dingtalk\"} ");
    }

    @Test
    void aFrameOfAnotherTopicIsAnsweredWith404() {
        dingTalk.write(
                "{\"type\":\"CALLBACK\",\"headers\":{\"topic\":\"/v1.0/other\",\"messageId\":\"m-1\"},\"data\":\"{}\"}");

        until(() -> !dingTalk.otherAnswers().isEmpty());
        assertThat(dingTalk.otherAnswers().getFirst().path("code").asInt()).isEqualTo(404);
    }

    @Test
    void aNoticeOfTheSystemIsNotAnswered() throws Exception {
        dingTalk.write(
                "{\"type\":\"SYSTEM\",\"headers\":{\"topic\":\"REGISTERED\",\"messageId\":\"m-1\"},\"data\":\"{}\"}");

        dingTalk.say(text("hello")).await();
        assertThat(dingTalk.otherAnswers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "robotCode     | dingother | robotCode must be robot_code of the bot",
                "chatbotCorpId | dingother | chatbotCorpId must be corp_id of the bot",
                "msgtype       |           | msgtype must be the name of a type"
            })
    void aMessageThatIsNoneOfTheBotIsAcknowledgedAndADeadLetter(String member, String value, String detail)
            throws Exception {
        ObjectNode message = text("secret words").put(member, value);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            dingTalk.say(message).await();

            assertThat(published(events)).isEmpty();
            assertThat(letters.untilNow()).singleElement().satisfies(letter -> {
                assertThat(TopicConsumer.header(letter, DeadLetterHeaders.DETAIL))
                        .isEqualTo(detail);
                assertThat(new String(letter.value(), StandardCharsets.UTF_8)).doesNotContain("sendBySession");
            });
        }
    }

    @Test
    void aPayloadThatIsNoJsonIsAcknowledgedAndADeadLetter() throws Exception {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            dingTalk.say(JsonNodeFactory.instance.textNode("no JSON")).await();

            assertThat(letters.untilNow().stream()
                            .map(letter -> TopicConsumer.header(letter, DeadLetterHeaders.DETAIL)))
                    .containsExactly("$ must be a JSON object");
        }
    }

    @Test
    void aMessageThatIsTooLargeIsNotAcknowledgedAndTheNextOneIsTaken() throws Exception {
        DingTalkDelivery large = dingTalk.say(text("x".repeat(1024 * 1024)));
        until(() -> large.attempts() == 1);

        dingTalk.say(text("hello")).await();
        assertThat(large.answers()).isEmpty();
        assertThat(dingTalk.opened()).isEqualTo(1);
    }

    @Test
    void aBotThatIsPausedHasNoConnectionUntilItIsEnabled() throws Exception {
        change(false);
        until(() -> dingTalk.connections() == 0);

        change(true);
        dingTalk.say(text("hello")).await();
    }

    /** Only a person can end it; the next attempt is up to a minute later, or when the bot is changed. */
    @Test
    void aRefusedSecretIsInTheStateAndIsTriedAgainWhenTheBotChanges() throws Exception {
        assertThat(state()).isEqualTo("{\"connected\":true}");
        dingTalk.replaceSecret("another");
        change(true);
        until(() -> dingTalk.openings().equals(List.of("ok", "401 authFailed")));
        until(() -> state().equals("{\"connected\":false,\"problem\":\"the platform refuses the connection: "
                + "status 401 authFailed refused\"}"));

        dingTalk.replaceSecret(DingTalkBot.SECRET);
        change(true);
        dingTalk.say(text("hello")).await();
        assertThat(dingTalk.openings()).containsExactly("ok", "401 authFailed", "ok");
    }

    @Test
    void aBusyPlatformIsAskedAgain() throws Exception {
        dingTalk.refuseAddresses("503 ServiceUnavailable");
        dingTalk.cut();
        until(() -> dingTalk.openings().contains("503 ServiceUnavailable"));

        dingTalk.refuseAddresses("");
        dingTalk.say(text("hello")).await();
    }

    @Test
    void aMessageIsNotAcceptedByHttp() {
        DingTalkBot.post(BOT, text("hello")).statusCode(404);
    }

    private static String state() {
        return given().header("Authorization", "Bearer " + INTERNAL_KEY)
                .get("/internal/v1/bots/" + BOT + "/connection")
                .asString();
    }

    private static JsonNode data(JsonNode answer) throws Exception {
        return ProtocolCodec.readTree(answer.path("data").textValue().getBytes(StandardCharsets.UTF_8));
    }

    private void change(boolean isEnabled) {
        bots.take(DingTalkBot.connected(BOT, isEnabled, dingTalk.apiUrl()));
    }

    private ObjectNode text(String text) {
        return DingTalkBot.text(messageId, "user5", text);
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
