package dev.agenthost.gateway.intake.slack;

import static dev.agenthost.gateway.intake.slack.SlackBot.interact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.slack.client.SlackFileServer;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pressed buttons of messages, and other interactions. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(value = SlackPlatform.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = ScriptedOrchestrator.class, restrictToAnnotatedClass = true)
class SlackButtonsTest {
    private static final String BOT = "slack-buttons";

    @Inject
    BotRegistry bots;

    private final SlackFileServer platform = SlackPlatform.server();

    @BeforeEach
    void registerBot() {
        platform.responses().clear();
        platform.fail(0);
        ScriptedOrchestrator.outcome = "accepted";
        ScriptedOrchestrator.status = 200;
        bots.take(SlackBot.registered(BOT, true, platform.apiUrl(), "HOOK_NOW"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "accepted  | Which one? | Your answer was accepted.",
                "accepted  | 哪一个？ | 已收到您的回答。",
                "answered  | Which one? | This question has already been answered.",
                "not_asked | 哪一个？ | 这个问题是问别人的。",
                "expired   | Which one? | This question has expired.",
                "unknown   | Which one? | This question no longer exists."
            })
    void aButtonOfAQuestionIsSubmittedAndItsResultIsShown(String outcome, String question, String shown) {
        RunId run = new RunId(UUID.randomUUID());
        ScriptedOrchestrator.outcome = outcome;
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            interact(BOT, press(new ButtonKey(run, 1, "token-of-it").text().orElseThrow(), question))
                    .statusCode(200)
                    .body(equalTo(""));

            awaitShown(shown);
            assertThat(published(events))
                    .as("the event comes from run-orchestrator")
                    .isEmpty();
        }
        assertThat(ScriptedOrchestrator.PRESSES).contains(new ButtonPress("green", BOT, run, "token-of-it", 1, "U5"));
    }

    @Test
    void aButtonThatCannotBeSubmittedIsPressedAgain() {
        ScriptedOrchestrator.status = 500;

        interact(BOT, press(key(), "Which one?")).statusCode(200).body(equalTo(""));

        awaitShown("The answer could not be accepted. Please press again.");
    }

    /** The text is a courtesy: without it the press has its effect, and the platform its answer. */
    @Test
    void aTextThatCannotBeShownFailsNothing() {
        platform.fail(500);
        ObjectNode without = press(key(), "Which one?");
        without.remove("response_url");

        interact(BOT, press(key(), "Which one?")).statusCode(200);
        interact(BOT, without).statusCode(200);
    }

    @Test
    void anotherHostIsSentNothing() throws IOException {
        try (SlackFileServer other = new SlackFileServer("x")) {
            interact(BOT, press(key(), "Which one?").put("response_url", other.responseUrl()))
                    .statusCode(200);
            // The next one is shown, so the first one had its turn.
            interact(BOT, press(key(), "Which one?")).statusCode(200);
            awaitShown("Your answer was accepted.");

            assertThat(other.responses()).isEmpty();
        }
    }

    @Test
    void aButtonOfAnotherMessageIsAnEvent() {
        ObjectNode press = press("home", "Where?");
        ((ObjectNode) press.at("/actions/0")).put("action_id", "go");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            interact(BOT, press).statusCode(200).body(equalTo(""));

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.eventType()).isEqualTo("platform.specific");
                assertThat(event.data().path("button").asText()).isEqualTo("home");
            });
        }
        assertThat(platform.responses()).isEmpty();
    }

    private void awaitShown(String text) {
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !platform.responses()
                .isEmpty());
        assertThat(platform.responses()).singleElement().asString().contains("\"text\":\"" + text + "\"");
    }

    private static String key() {
        return new ButtonKey(new RunId(UUID.randomUUID()), 0, "t").text().orElseThrow();
    }

    private ObjectNode press(String value, String question) {
        return SlackBot.press(value, question, platform.responseUrl());
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.botId().equals(BOT))
                .toList();
    }
}
