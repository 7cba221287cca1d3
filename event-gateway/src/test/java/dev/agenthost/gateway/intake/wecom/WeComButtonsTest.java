package dev.agenthost.gateway.intake.wecom;

import static dev.agenthost.gateway.intake.wecom.WeComBot.NOW;
import static dev.agenthost.gateway.intake.wecom.WeComBot.post;
import static dev.agenthost.gateway.intake.wecom.WeComBot.press;
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
import dev.agenthost.testkit.wecom.SignedWeComCallback;
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
class WeComButtonsTest {
    private static final String BOT = "wecom-buttons";

    @Inject
    BotRegistry bots;

    @BeforeEach
    void registerBot() {
        bots.take(WeComBot.registered(BOT, true, "http://127.0.0.1:1", "HOOK_NOW"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "accepted  | 已收到您的回答。 Your answer was accepted.",
                "answered  | 这个问题已经有人回答了。 This question has already been answered.",
                "not_asked | 这个问题是问别人的。 This question is for someone else.",
                "expired   | 这个问题已过期。 This question has expired.",
                "unknown   | 这个问题已不存在。 This question no longer exists."
            })
    void aButtonOfAQuestionIsSubmittedAndTheResultStandsInThePlaceOfTheButtons(String outcome, String text) {
        RunId run = new RunId(UUID.randomUUID());
        ScriptedOrchestrator.outcome = outcome;
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            String answer = post(BOT, press(key(run, 1)))
                    .statusCode(200)
                    .contentType("text/xml")
                    .extract()
                    .asString();

            assertThat(SignedWeComCallback.answer(answer, NOW))
                    .startsWith(
                            "<xml><ToUserName><![CDATA[user5]]></ToUserName><FromUserName><![CDATA[ww1a]]></FromUserName>")
                    .endsWith("<MsgType><![CDATA[update_button]]></MsgType><Button><ReplaceName><![CDATA[" + text
                            + "]]></ReplaceName></Button></xml>");
            assertThat(published(events))
                    .as("the event comes from run-orchestrator")
                    .isEmpty();
        } finally {
            ScriptedOrchestrator.outcome = "accepted";
        }
        assertThat(ScriptedOrchestrator.PRESSES)
                .contains(new ButtonPress("green", BOT, run, "token-of-it", 1, "user5"));
    }

    @Test
    void aButtonThatCannotBeSubmittedIsSentAgainByThePlatform() {
        ScriptedOrchestrator.status = 500;
        try {
            post(BOT, press(key(new RunId(UUID.randomUUID()), 0))).statusCode(503);
        } finally {
            ScriptedOrchestrator.status = 200;
        }
    }

    @Test
    void aButtonOfAnotherCardIsAnEventWithoutTheCodeOfTheCard() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(BOT, press("home")).statusCode(200).body(emptyString());

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventType()).isEqualTo("platform.specific");
                assertThat(event.sourceEventType()).isEqualTo("template_card_event");
                assertThat(event.data().at("/button/key").asText()).isEqualTo("home");
            });
            assertThat(events.untilNow()).noneMatch(record -> new String(record.value()).contains("code-of-a-card"));
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
