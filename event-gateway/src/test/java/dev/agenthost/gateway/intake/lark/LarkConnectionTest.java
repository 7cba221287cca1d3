package dev.agenthost.gateway.intake.lark;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.agenthost.testkit.lark.LarkDelivery;
import dev.agenthost.testkit.lark.ScriptedLarkConnection;
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

/** A bot of the service whose events arrive over a long connection, with a real Kafka. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(ScriptedOrchestrator.class)
@QuarkusTestResource(value = LarkConnectionTest.Permissions.class, restrictToAnnotatedClass = true)
class LarkConnectionTest {
    private static final String BOT = "lark-connected";
    private static final String SECRET = "lark-secret-1";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("lark"));

    @Inject
    BotRegistry bots;

    private final String eventId = UUID.randomUUID().toString();
    private ScriptedLarkConnection lark;

    /** The addresses and the App Secret of the test. */
    public static final class Permissions implements QuarkusTestResourceLifecycleManager {
        @Override
        public Map<String, String> start() {
            return Map.of("agenthost.egress.allow", "127.0.0.1/32", "agenthost.secrets.\"LARK_SECRET\"", SECRET);
        }

        @Override
        public void stop() {}
    }

    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("lark"));
    }

    @BeforeEach
    void connect() {
        lark = new ScriptedLarkConnection("cli_a1", SECRET);
        lark.repeatAfter(Duration.ofSeconds(10));
        bots.complete();
        bots.take(LarkBot.connected(BOT, true, lark.apiUrl()));
        until(() -> lark.connections() == 1);
    }

    @AfterEach
    void end() {
        bots.take(LarkBot.connected(BOT, false, lark.apiUrl()));
        lark.close();
    }

    @Test
    void anEventIsPublishedBeforeItIsAnswered() throws Exception {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            JsonNode answer = lark.deliver(text("hello")).await();

            assertThat(answer.path("code").asInt()).isEqualTo(200);
            assertThat(answer.has("data")).isFalse();
            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventId()).isEqualTo(EventIds.of("green", "lark", BOT, eventId));
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.input().text()).isEqualTo("hello");
            });
        }
    }

    @Test
    void aPressedButtonIsAnsweredWithItsToast() throws Exception {
        RunId run = new RunId(UUID.randomUUID());
        ScriptedOrchestrator.outcome = "accepted";

        JsonNode answer = lark.deliver(LarkBot.press(
                        eventId, new ButtonKey(run, 1, "token-of-it").text().orElseThrow()))
                .await();

        assertThat(ProtocolCodec.readTree(answer.path("data").binaryValue())
                        .at("/toast/content")
                        .asText())
                .isEqualTo("Your answer was accepted.");
        assertThat(ScriptedOrchestrator.PRESSES).contains(new ButtonPress("green", BOT, run, "token-of-it", 1, "ou_5"));
    }

    @Test
    void aSplitEventIsPublishedOnce() throws Exception {
        lark.split(5);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            lark.deliver(text("héllo".repeat(1000))).await();

            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void anEventOfACutConnectionComesAgainAndIsPublishedOnce() throws Exception {
        lark.repeatAfter(Duration.ofMillis(300));
        lark.cutAfterNextEvent();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            LarkDelivery delivery = lark.deliver(text("hello"));
            delivery.await();

            assertThat(delivery.attempts()).isGreaterThan(1);
            assertThat(lark.opened()).isEqualTo(2);
            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void anEventThatIsTooLargeIsRefusedAndTheNextOneIsTaken() throws Exception {
        LarkDelivery large = lark.deliver(text("x".repeat(1024 * 1024)));
        until(() -> large.codes().equals(List.of(500)));

        lark.deliver(text("hello")).await();
        assertThat(lark.opened()).isEqualTo(1);
    }

    @Test
    void messagesThatAreNoFramesAreIgnored() throws Exception {
        lark.write(new byte[] {1, 2, 3});
        lark.write("<html>".getBytes(StandardCharsets.UTF_8));
        lark.write(new byte[0]);

        lark.deliver(text("hello")).await();
        assertThat(lark.opened()).isEqualTo(1);
        assertThat(get("/q/metrics").asString())
                .contains("agenthost_gateway_connection_events_total{outcome=\"unreadable\",platform=\"lark\"} 3.0")
                .contains("agenthost_gateway_connection_events_total{outcome=\"accepted\",platform=\"lark\"} ");
    }

    @Test
    void aPayloadThatIsNoJsonIsAcknowledgedAndADeadLetter() throws Exception {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            lark.deliver("no JSON".getBytes(StandardCharsets.UTF_8)).await();

            assertThat(letters.untilNow().stream()
                            .map(letter -> TopicConsumer.header(letter, DeadLetterHeaders.DETAIL)))
                    .containsExactly("$ must be JSON");
        }
    }

    @Test
    void aBotThatIsDeletedHasNoConnectionAnyMore() {
        bots.take(LarkBot.deleted(LarkBot.connected(BOT, true, lark.apiUrl())));

        until(() -> lark.connections() == 0);
        LarkDelivery delivery = lark.deliver(text("hello"));
        assertThat(delivery.attempts()).isZero();
    }

    @Test
    void aBotThatIsPausedHasNoConnectionUntilItIsEnabled() throws Exception {
        bots.take(LarkBot.connected(BOT, false, lark.apiUrl()));
        until(() -> lark.connections() == 0);

        bots.take(LarkBot.connected(BOT, true, lark.apiUrl()));
        lark.deliver(text("hello")).await();
    }

    @Test
    void aRefusedSecretIsTriedAgainWhenTheBotChanges() throws Exception {
        lark.replaceSecret("another");
        bots.take(LarkBot.connected(BOT, true, lark.apiUrl()));
        until(() -> lark.endpointCodes().equals(List.of(0, 514)));

        lark.replaceSecret(SECRET);
        bots.take(LarkBot.connected(BOT, true, lark.apiUrl()));
        lark.deliver(text("hello")).await();
        assertThat(lark.endpointCodes()).containsExactly(0, 514, 0);
    }

    @Test
    void aBusyPlatformIsAskedAgain() throws Exception {
        lark.refuseAddresses(1000040343);
        lark.cut();
        until(() -> lark.endpointCodes().contains(1000040343));

        lark.refuseAddresses(0);
        lark.deliver(text("hello")).await();
    }

    @Test
    void aConnectionWithoutPongsIsReplaced() {
        until(() -> lark.pings() > 1);
        assertThat(lark.opened()).isEqualTo(1);

        lark.fallSilent();

        until(() -> lark.opened() > 1);
    }

    private ObjectNode text(String text) {
        return LarkBot.message(eventId, "oc_8", "text", "{\"text\":\"" + text + "\"}");
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
