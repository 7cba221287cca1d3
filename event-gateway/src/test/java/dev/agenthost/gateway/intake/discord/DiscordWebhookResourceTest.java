package dev.agenthost.gateway.intake.discord;

import static dev.agenthost.gateway.intake.discord.DiscordBot.JSON;
import static dev.agenthost.gateway.intake.discord.DiscordBot.KEY;
import static dev.agenthost.gateway.intake.discord.DiscordBot.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
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
import dev.agenthost.testkit.discord.SignedInteraction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The address for interactions of the service, with a real Kafka. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(ScriptedOrchestrator.class)
@QuarkusTestResource(value = PostgresTestDatabase.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = DiscordPlatform.Permissions.class, restrictToAnnotatedClass = true)
class DiscordWebhookResourceTest {
    private static final String BOT = "discord-shop";
    private static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("discord"));
    private static final String PING = "{\"id\":\"1\",\"application_id\":\"900000000000000001\",\"type\":1}";

    @Inject
    BotRegistry bots;

    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("discord"));
    }

    @BeforeEach
    void registerBots() {
        bots.complete();
        bots.take(DiscordBot.interacting(BOT, true, KEY.publicKey()));
        bots.take(DiscordBot.interacting("discord-asleep", false, KEY.publicKey()));
        bots.take(DiscordBot.interacting("discord-keyless", true, null));
    }

    @Test
    void thePingOfTheAddressIsAnswered() {
        post(BOT, KEY.sign(PING, Instant.now()))
                .statusCode(200)
                .contentType(JSON)
                .body(equalTo("{\"type\":1}"));
        unauthorized(post(BOT, new SignedInteraction.Key().sign(PING, Instant.now())));
    }

    @Test
    void aCommandIsPublishedAndAnsweredInTheResponse() {
        ObjectNode command = DiscordBot.command("ask");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, command)
                    .statusCode(200)
                    .body("type", equalTo(4))
                    .body("data.content", equalTo("Received."))
                    .body("data.flags", equalTo(64));

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventId())
                        .isEqualTo(EventIds.of(
                                "green",
                                "discord",
                                BOT,
                                "interaction:" + command.path("id").asText()));
                assertThat(event.eventType()).isEqualTo("platform.specific");
                assertThat(event.workspaceId()).isEqualTo("green");
            });
        }
    }

    @Test
    void aRepetitionHasTheSameAnswerAndIsNotPublished() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            SignedInteraction signed = KEY.sign(DiscordBot.command("once").toString(), Instant.now());
            post(BOT, signed).statusCode(200);
            post(BOT, signed).statusCode(200).body("data.content", equalTo("Received."));

            assertThat(published(events)).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "accepted|Your answer was accepted.",
                "not_asked|This question is for someone else.",
                "expired|This question has expired."
            })
    void aPressedButtonIsSubmittedAndItsResultIsTheResponse(String outcome, String text) {
        RunId run = new RunId(UUID.randomUUID());
        ScriptedOrchestrator.outcome = outcome;

        post(
                        BOT,
                        DiscordBot.press("agenthost:"
                                + new ButtonKey(run, 2, "its-token").text().orElseThrow()))
                .statusCode(200)
                .body("data.content", equalTo(text))
                .body("data.flags", equalTo(64));

        assertThat(ScriptedOrchestrator.PRESSES).contains(new ButtonPress("green", BOT, run, "its-token", 2, "5"));
    }

    @Test
    void aPressThatCannotBeSubmittedAsksForAnotherOne() {
        ScriptedOrchestrator.status = 503;
        try {
            RunId run = new RunId(UUID.randomUUID());
            post(
                            BOT,
                            DiscordBot.press("agenthost:"
                                    + new ButtonKey(run, 2, "its-token").text().orElseThrow()))
                    .statusCode(200)
                    .body("data.content", equalTo("The answer could not be accepted. Please press again."));
        } finally {
            ScriptedOrchestrator.status = 200;
        }
    }

    @Test
    void aForeignButtonAndASuggestionAreAnswered() {
        post(BOT, DiscordBot.press("of-another-library")).statusCode(200).body(equalTo("{\"type\":6}"));
        post(BOT, DiscordBot.interaction(4)).statusCode(200).body("type", equalTo(8));
    }

    /** An interaction may arrive over both, for instance while the address is being set. */
    @Test
    void anInteractionOverTheGatewayAndOverHttpIsOneEvent() throws Exception {
        String both = "discord-both-" + UUID.randomUUID();
        try (DiscordPlatform discord = new DiscordPlatform();
                TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            ObjectNode options = DiscordBot.options(discord.api.apiUrl()).put("public_key", KEY.publicKey());
            bots.take(DiscordBot.registered(both, true, "DISCORD_TOKEN", options));
            await().atMost(Duration.ofSeconds(60)).until(() -> discord.identifications() == 1);
            ObjectNode command = DiscordBot.command("ask");
            String id = command.path("id").asText();
            discord.api.interact(id, command.path("token").asText(), Instant.now());
            discord.gateway.dispatch("INTERACTION_CREATE", command);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> discord.api.response(id).isPresent());
            post(both, command).statusCode(200);

            assertThat(published(events)).singleElement().satisfies(event -> assertThat(event.eventId())
                    .isEqualTo(EventIds.of("green", "discord", both, "interaction:" + id)));
            bots.take(DiscordBot.registered(both, false, "DISCORD_TOKEN", options));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-400, 400})
    void aTimestampThatIsFarAwayIsUnauthorized(long seconds) {
        unauthorized(post(
                BOT,
                KEY.sign(DiscordBot.command("ask").toString(), Instant.now().plusSeconds(seconds))));
    }

    @Test
    void aMissingOrAlteredHeaderIsUnauthorizedAndPublishesNothing() {
        SignedInteraction signed = KEY.sign(DiscordBot.command("ask").toString(), Instant.now());
        String later = Long.toString(Long.parseLong(signed.timestamp()) + 1);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post(BOT, JSON, null, signed.signature(), signed.body()));
            unauthorized(post(BOT, JSON, later, signed.signature(), signed.body()));
            unauthorized(post(BOT, JSON, "now", signed.signature(), signed.body()));
            unauthorized(post(BOT, JSON, signed.timestamp(), null, signed.body()));
            unauthorized(post(BOT, JSON, signed.timestamp(), signed.signature() + "0", signed.body()));
            unauthorized(post(BOT, JSON, signed.timestamp(), signed.signature().substring(2), signed.body()));
            unauthorized(post(BOT, JSON, signed.timestamp(), signed.signature(), signed.body() + " "));
            unauthorized(post(BOT, JSON, null, null, PING));

            assertThat(published(events)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{|The body is no JSON.", "[]|The body is no object."})
    void aSignedBodyThatIsNoObjectIsRefused(String body, String detail) {
        post(BOT, KEY.sign(body, Instant.now())).statusCode(400).body("detail", equalTo(detail));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application_id|\"77\"|d.application_id must be application_id of the bot",
                "id|\"x\"|d.id must be an id",
                "token|\"a b\"|d.token must be a token",
                "user|{}|d.member.user must be a person"
            })
    void anInteractionThatIsNoneOfTheBotIsRefusedAndADeadLetterWithoutItsToken(
            String member, String value, String detail) {
        ObjectNode command = DiscordBot.command("ask");
        command.putRawValue(member, new RawValue(value));
        String body = command.toString();
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS)) {
            post(BOT, KEY.sign(body, Instant.now()))
                    .statusCode(400)
                    .body("detail", equalTo("The body is no interaction of the application of the bot."));

            assertThat(letters.untilNow()).singleElement().satisfies(letter -> {
                assertThat(TopicConsumer.header(letter, DeadLetterHeaders.DETAIL))
                        .isEqualTo(detail);
                assertThat(new String(letter.value())).doesNotContain("\"token\"");
            });
        }
    }

    @Test
    void aDisabledBotPublishesNothingAndSaysThatItDoesNotAnswer() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            unauthorized(post("discord-asleep", JSON, null, null, "{}"));
            post("discord-asleep", DiscordBot.command("ask"))
                    .statusCode(200)
                    .body("data.content", equalTo("This bot does not answer here."));

            assertThat(published(events)).isEmpty();
        }
    }

    @Test
    void aBotWithoutAPublicKeyTakesNoInteractionOverHttp() {
        post("discord-keyless", DiscordBot.command("ask")).statusCode(404).body("detail", containsString("public_key"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "", "../slack/" + BOT})
    void anUnknownBotIsNotFound(String bot) {
        post(bot, DiscordBot.command("ask")).statusCode(404);
    }

    @Test
    void aLargeBodyAndAnotherContentTypeAreRefused() {
        post(BOT, KEY.sign(DiscordBot.command("x".repeat(1_100_000)).toString(), Instant.now()))
                .statusCode(413);
        post(BOT, "text/plain", null, null, "x").statusCode(415);
    }

    private static void unauthorized(ValidatableResponse response) {
        response.statusCode(401).body("code", equalTo("unauthorized")).body("detail", containsString("signature"));
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> String.valueOf(event.botId()).startsWith("discord-"))
                .toList();
    }
}
