package dev.agenthost.gateway.intake.line;

import static dev.agenthost.gateway.intake.line.LineBot.PERSON;
import static dev.agenthost.gateway.intake.line.LineBot.PRIVATE;
import static dev.agenthost.gateway.intake.line.LineBot.post;
import static dev.agenthost.gateway.intake.line.LineBot.press;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.emptyString;

import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pressed buttons of messages. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(ScriptedOrchestrator.class)
class LineButtonsTest {
    private static final String BOT = "line-buttons";

    @Inject
    BotRegistry bots;

    private final String id = UUID.randomUUID().toString();

    @BeforeEach
    void registerBot() {
        bots.take(LineBot.registered(BOT, true, "http://127.0.0.1:1", "HOOK_NOW"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"accepted", "answered", "not_asked", "expired", "unknown"})
    void aButtonOfAQuestionIsSubmittedAndAcknowledged(String outcome) {
        RunId run = new RunId(UUID.randomUUID());
        ScriptedOrchestrator.outcome = outcome;
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, press(id, key(run, 1))).statusCode(200).body(emptyString());

            assertThat(published(events))
                    .as("the event comes from run-orchestrator")
                    .isEmpty();
        } finally {
            ScriptedOrchestrator.outcome = "accepted";
        }
        assertThat(ScriptedOrchestrator.PRESSES).contains(new ButtonPress("green", BOT, run, "token-of-it", 1, PERSON));
    }

    @Test
    void aButtonThatCannotBeSubmittedIsUnavailableAndTheNextEventIsPublished() {
        ScriptedOrchestrator.status = 500;
        String key = key(new RunId(UUID.randomUUID()), 0);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, press(id, key), LineBot.text(UUID.randomUUID().toString(), PRIVATE, "next"))
                    .statusCode(503);

            assertThat(published(events).stream().map(event -> event.input().text()))
                    .containsExactly("next");
        } finally {
            ScriptedOrchestrator.status = 200;
        }
    }

    @Test
    void aButtonOfAnotherMessageIsAnEvent() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, press(id, "storeId=12345")).statusCode(200);

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventType()).isEqualTo("platform.specific");
                assertThat(event.sourceEventType()).isEqualTo("postback");
                assertThat(event.data().at("/button/data").asText()).isEqualTo("storeId=12345");
            });
        }
    }

    private static String key(RunId run, int action) {
        return new ButtonKey(run, action, "token-of-it").text().orElseThrow();
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.botId().equals(BOT))
                .toList();
    }
}
