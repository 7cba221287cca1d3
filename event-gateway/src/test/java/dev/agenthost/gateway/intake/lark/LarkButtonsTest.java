package dev.agenthost.gateway.intake.lark;

import static dev.agenthost.gateway.intake.lark.LarkBot.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.junit.jupiter.params.provider.CsvSource;

/** Pressed buttons of cards. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(ScriptedOrchestrator.class)
class LarkButtonsTest {
    private static final String BOT = "lark-buttons";

    @Inject
    BotRegistry bots;

    private final String eventId = UUID.randomUUID().toString();

    @BeforeEach
    void registerBot() {
        bots.take(LarkBot.registered(BOT, true, "http://127.0.0.1:1", "HOOK_NOW"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "accepted  | success | Your answer was accepted. | 已收到您的回答。",
                "answered  | warning | This question has already been answered. | 这个问题已经有人回答了。",
                "not_asked | warning | This question is for someone else. | 这个问题是问别人的。",
                "expired   | warning | This question has expired. | 这个问题已过期。",
                "unknown   | warning | This question no longer exists. | 这个问题已不存在。"
            })
    void aButtonOfAQuestionIsSubmittedAndTheResultIsShown(String outcome, String type, String english, String chinese) {
        RunId run = new RunId(UUID.randomUUID());
        ScriptedOrchestrator.outcome = outcome;
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, press(new ButtonKey(run, 1, "token-of-it").text().orElseThrow()))
                    .statusCode(200)
                    .body("toast.type", equalTo(type))
                    .body("toast.content", equalTo(english))
                    .body("toast.i18n.zh_cn", equalTo(chinese));

            assertThat(published(events))
                    .as("the event comes from run-orchestrator")
                    .isEmpty();
        }
        assertThat(ScriptedOrchestrator.PRESSES).contains(new ButtonPress("green", BOT, run, "token-of-it", 1, "ou_5"));
    }

    @Test
    void aButtonThatCannotBeSubmittedIsPressedAgain() {
        ScriptedOrchestrator.status = 500;
        try {
            post(
                            BOT,
                            press(new ButtonKey(new RunId(UUID.randomUUID()), 0, "t")
                                    .text()
                                    .orElseThrow()))
                    .statusCode(200)
                    .body("toast.type", equalTo("error"))
                    .body("toast.content", equalTo("The answer could not be accepted. Please press again."));
        } finally {
            ScriptedOrchestrator.status = 200;
        }
    }

    @Test
    void aButtonOfAnotherCardIsAnEvent() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, press("home")).statusCode(200).body(equalTo("{}"));

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventType()).isEqualTo("platform.specific");
                assertThat(event.data().at("/button/agenthost").asText()).isEqualTo("home");
            });
        }
    }

    private ObjectNode press(String key) {
        return LarkBot.press(eventId, key);
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.botId().equals(BOT))
                .toList();
    }
}
