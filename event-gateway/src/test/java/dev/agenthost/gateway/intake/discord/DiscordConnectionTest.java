package dev.agenthost.gateway.intake.discord;

import static io.restassured.RestAssured.get;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A bot of the service whose events arrive over the gateway, with a real Kafka and a real PostgreSQL. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(ScriptedOrchestrator.class)
@QuarkusTestResource(value = PostgresTestDatabase.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = DiscordPlatform.Permissions.class, restrictToAnnotatedClass = true)
class DiscordConnectionTest {
    private static final String INTERNAL_KEY = "key-between";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("discord"));

    @Inject
    BotRegistry bots;

    // A bot of its own has no session of an earlier test.
    private final String bot = "discord-" + UUID.randomUUID();
    private final String channel = DiscordBot.snowflake();
    private DiscordPlatform discord;

    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("discord"));
    }

    @BeforeEach
    void connect() throws Exception {
        discord = new DiscordPlatform();
        bots.complete();
        change(true, "DISCORD_TOKEN");
        until(() -> state().equals("{\"connected\":true}"));
    }

    @AfterEach
    void end() {
        change(false, "DISCORD_TOKEN");
        discord.close();
    }

    @Test
    void anEventIsPublishedOnce() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            ObjectNode message = DiscordBot.message(channel, "hello");
            discord.gateway.dispatch("MESSAGE_CREATE", message);
            discord.gateway.dispatch("MESSAGE_CREATE", message);

            assertThat(published(events, 1)).singleElement().satisfies(event -> {
                assertThat(event.eventId())
                        .isEqualTo(EventIds.of(
                                "green",
                                "discord",
                                bot,
                                "message:" + message.path("id").asText()));
                assertThat(event.eventType()).isEqualTo("message.received");
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.conversationId()).isEqualTo(channel);
                assertThat(event.input().text()).isEqualTo("hello");
                assertThat(event.delivery().surface()).isEqualTo("discord");
            });
        }
        assertThat(get("/q/metrics").asString())
                .contains("agenthost_gateway_connection_events_total{outcome=\"accepted\",platform=\"discord\"}");
    }

    @Test
    void messagesOfAChannelKeepTheirOrder() {
        List<String> written = new ArrayList<>();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            for (int i = 0; i < 150; i++) {
                written.add("message " + i);
                discord.gateway.dispatch("MESSAGE_CREATE", DiscordBot.message(channel, "message " + i));
            }

            assertThat(texts(events, 150)).containsExactlyElementsOf(written);
        }
    }

    @Test
    void aCutOrReplacedConnectionResumesAndPublishesNothingTwice() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            say("before");
            assertThat(texts(events, 1)).containsExactly("before");
            discord.gateway.cut();
            say("while it is cut");
            texts(events, 2);
            discord.gateway.reconnect();
            say("while it is replaced");
            texts(events, 3);
            until(() -> discord.resumptions() == 2 && discord.gateway.connections() == 1);
            assertThat(texts(events, 3)).containsExactly("before", "while it is cut", "while it is replaced");
        }
        assertThat(discord.identifications()).isEqualTo(1);
    }

    @Test
    void anInvalidSessionIsFollowedByANewOne() {
        discord.gateway.invalidate(false);
        until(() -> state().contains("it is tried again: the session is invalid"));
        until(() -> discord.identifications() == 2 && state().equals("{\"connected\":true}"));
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            say("hello");
            assertThat(published(events, 1)).hasSize(1);
        }
    }

    @Test
    void aBotThatIsPausedHasNoConnectionAndResumesItsSession() {
        change(false, "DISCORD_TOKEN");
        until(() -> discord.gateway.connections() == 0);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            say("meanwhile");
            change(true, "DISCORD_TOKEN");

            assertThat(texts(events, 1)).containsExactly("meanwhile");
        }
        assertThat(discord.identifications()).isEqualTo(1);
        assertThat(discord.resumptions()).isEqualTo(1);
    }

    @Test
    void aRefusedTokenIsNotTriedAgainUntilTheBotChanges() throws Exception {
        change(true, "DISCORD_WRONG");
        until(() -> state().startsWith("{\"connected\":false,\"problem\":\"the platform refuses the connection: "));
        int calls = discord.gateway.received().size();
        Thread.sleep(3_000);
        assertThat(discord.gateway.received()).as("no attempt").hasSize(calls);

        change(true, "DISCORD_TOKEN");
        until(() -> state().equals("{\"connected\":true}"));
    }

    /** The request for an address costs no start of a session. */
    @Test
    void aTokenThatIsRefusedBeforeAConnectionIsShownAndTriedAgain() {
        change(false, "DISCORD_TOKEN");
        String second = "discord-z" + bot;
        bots.take(DiscordBot.connected(second, true, discord.api.apiUrl(), "DISCORD_WRONG"));
        try {
            until(() -> state(second).contains("it is tried again: 401 "));
        } finally {
            bots.take(DiscordBot.connected(second, false, discord.api.apiUrl(), "DISCORD_WRONG"));
        }
    }

    /** With each attempt, one of the starts of a day would be lost. */
    @Test
    void anIntentThatIsNotEnabledIsAskedForOnce() throws Exception {
        discord.gateway.enableIntents(0);
        discord.gateway.expire();
        discord.gateway.cut();
        until(() -> state().contains("an intent is not enabled"));
        long identifications = discord.identifications();
        Thread.sleep(3_000);
        assertThat(discord.identifications()).isEqualTo(identifications);
    }

    @Test
    void noSessionIsBegunWithoutAStartThatIsLeft() throws Exception {
        discord.gateway.leaveStarts(0);
        discord.gateway.expire();
        discord.gateway.cut();
        until(() -> state().contains("no start of a session is left"));
        assertThat(discord.identifications()).isEqualTo(1);
    }

    @Test
    void aPressedButtonIsSubmittedAndItsResultShownToThePerson() {
        RunId run = new RunId(UUID.randomUUID());
        ScriptedOrchestrator.outcome = "accepted";
        ObjectNode press = DiscordBot.press(
                "agenthost:" + new ButtonKey(run, 1, "token-of-it").text().orElseThrow());
        begin(press);
        discord.gateway.dispatch("INTERACTION_CREATE", press);

        assertThat(response(press).at("/data/content").asText()).isEqualTo("Your answer was accepted.");
        assertThat(response(press).at("/data/flags").asInt())
                .as("to the person alone")
                .isEqualTo(64);
        assertThat(ScriptedOrchestrator.PRESSES).contains(new ButtonPress("green", bot, run, "token-of-it", 1, "5"));
    }

    @Test
    void aButtonOfAFormOpensIt() {
        ScriptedOrchestrator.FORMS.ask("""
                {"interaction_id":"i1","title":"Size?","fallback_text":"f",
                 "fields":[{"id":"size","label":"Size","type":"text","required":true}]}""");
        ObjectNode press = DiscordBot.press("agenthost:form:"
                + new ButtonKey(new RunId(UUID.randomUUID()), 0, "t").text().orElseThrow());
        begin(press);
        discord.gateway.dispatch("INTERACTION_CREATE", press);

        assertThat(response(press).path("type").asInt()).isEqualTo(9);
        assertThat(response(press).at("/data/title").asText()).isEqualTo("Size?");
    }

    @Test
    void aCommandIsPublishedWithoutItsTokenAndAnswered() {
        ObjectNode command = DiscordBot.command("ask").put("locale", "zh-CN");
        begin(command);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            discord.gateway.dispatch("INTERACTION_CREATE", command);

            assertThat(published(events, 1)).singleElement().satisfies(event -> {
                assertThat(event.data().path("command").asText()).isEqualTo("ask");
                assertThat(event.toString())
                        .doesNotContain(command.path("token").asText());
            });
        }
        assertThat(response(command).at("/data/content").asText()).isEqualTo("已收到。");
    }

    @Test
    void aForeignButtonAndASuggestionAreAnswered() {
        ObjectNode press = DiscordBot.press("of-another-library");
        ObjectNode typing = DiscordBot.interaction(4);
        begin(press);
        begin(typing);
        discord.gateway.dispatch("INTERACTION_CREATE", press);
        discord.gateway.dispatch("INTERACTION_CREATE", typing);

        assertThat(response(press).path("type").asInt()).isEqualTo(6);
        assertThat(response(typing).path("type").asInt()).isEqualTo(8);
    }

    @Test
    void aPayloadThatCanNeverBecomeAnEventIsADeadLetterAndTheNextOneIsTaken() {
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS);
                TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            discord.gateway.dispatch("MESSAGE_CREATE", JsonNodeFactory.instance.arrayNode());
            discord.gateway.dispatch("MESSAGE_CREATE", JsonNodeFactory.instance.objectNode());
            say("x".repeat(1024 * 1024));
            say("hello");

            assertThat(texts(events, 1)).containsExactly("hello");
            assertThat(letters.untilNow().stream()
                            .map(letter -> TopicConsumer.header(letter, DeadLetterHeaders.DETAIL)))
                    .containsExactlyInAnyOrder("d must be an object", "d.id must be an id");
        }
    }

    @Test
    void ofTwoBotsOfOneApplicationOneIsConnected() {
        String second = "discord-z" + bot;
        bots.take(DiscordBot.connected(second, true, discord.api.apiUrl(), "DISCORD_TOKEN"));
        try {
            assertThat(state(second)).contains("another bot of the application has the connection");
            assertThat(discord.gateway.connections()).isEqualTo(1);
        } finally {
            bots.take(DiscordBot.connected(second, false, discord.api.apiUrl(), "DISCORD_TOKEN"));
        }
        assertThat(discord.identifications()).isEqualTo(1);
    }

    private void begin(ObjectNode interaction) {
        discord.api.interact(
                interaction.path("id").asText(), interaction.path("token").asText(), Instant.now());
    }

    private ObjectNode response(ObjectNode interaction) {
        String id = interaction.path("id").asText();
        until(() -> discord.api.response(id).isPresent());
        return discord.api.response(id).orElseThrow();
    }

    private void say(String text) {
        discord.gateway.dispatch("MESSAGE_CREATE", DiscordBot.message(channel, text));
    }

    private String state() {
        return state(bot);
    }

    private static String state(String botId) {
        return given().header("Authorization", "Bearer " + INTERNAL_KEY)
                .get("/internal/v1/bots/" + botId + "/connection")
                .asString();
    }

    private void change(boolean isEnabled, String secret) {
        bots.take(DiscordBot.connected(bot, isEnabled, discord.api.apiUrl(), secret));
    }

    /** Returns the texts of the events of the bot, once so many have arrived. */
    private List<String> texts(TopicConsumer events, int least) {
        return published(events, least).stream()
                .map(event -> event.input().text())
                .toList();
    }

    private List<EventEnvelope> published(TopicConsumer events, int least) {
        List<EventEnvelope> all = new ArrayList<>();
        until(() -> {
            all.clear();
            events.untilNow().stream()
                    .map(TopicConsumer::envelope)
                    .filter(event -> bot.equals(event.botId()))
                    .forEach(all::add);
            return all.size() >= least;
        });
        return all;
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}
