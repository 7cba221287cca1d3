package dev.agenthost.gateway.intake.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import dev.agenthost.testkit.telegram.TelegramFault;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The service polls a bot; the faults of Telegram and of the updates. Each test changes the bot, which begins its polling anew: an update that
 * is taken at that moment is taken again.
 */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(value = PostgresTestDatabase.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(ScriptedOrchestrator.class)
@QuarkusTestResource(value = PolledTelegram.class, restrictToAnnotatedClass = true)
class TelegramPollingTest {
    private static final String BOT = "polled";
    private static int version;

    private final ScriptedTelegram telegram = PolledTelegram.server();

    @BeforeEach
    void register() {
        PolledTelegram.register(BOT, ++version, "POLL_TOKEN", true);
    }

    @AfterEach
    void isPolledFurther() {
        long update = telegram.write(5009, "still there?");
        await(() -> telegram.pending() == 0);
        assertThat(update).isPositive();
    }

    @Test
    void aMessageBecomesAnEventAndIsConfirmed() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            long update = telegram.write(5001, "hello");
            await(() -> telegram.pending() == 0);

            assertThat(published(events, update)).singleElement().satisfies(event -> {
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.input().text()).isEqualTo("hello");
                assertThat(event.delivery().surface()).isEqualTo("telegram");
            });
        }
    }

    @Test
    void pollingAsksForReactionsAndMembers() {
        telegram.write(5001, "hello");
        await(() -> telegram.pending() == 0);

        assertThat(telegram.calls("getUpdates").getLast().parameters().path("allowed_updates"))
                .extracting(kind -> kind.asText())
                .contains("message_reaction", "chat_member");
    }

    @Test
    void aPressedButtonIsAnsweredByACall() {
        ScriptedOrchestrator.outcome = "answered";
        telegram.update("callback_query", press("q1"));

        await(() -> !answers("q1").isEmpty());
        assertThat(answers("q1")).isNotEmpty().allSatisfy(call -> assertThat(
                        call.path("text").asText())
                .isEqualTo("This question has already been answered."));
    }

    @Test
    void aButtonThatCannotBeSubmittedHoldsUpNobodyAndMayBePressedAgain() {
        ScriptedOrchestrator.status = 500;
        try {
            telegram.update("callback_query", press("q2"));
            long next = telegram.write(5002, "me too");
            await(() -> telegram.pending() == 0);

            assertThat(answers("q2"))
                    .isNotEmpty()
                    .allSatisfy(call -> assertThat(call.path("text").asText()).contains("press again"));
            assertThat(next).isPositive();
        } finally {
            ScriptedOrchestrator.status = 200;
        }
    }

    @Test
    void anUpdateThatCannotBeUsedIsADeadLetterAndIsConfirmed() {
        String topic = Topics.dlq(Topics.inbound("telegram"));
        long update =
                telegram.update("message", JsonNodeFactory.instance.objectNode().put("message_id", 1));
        await(() -> telegram.pending() == 0);

        assertThat(TopicConsumer.all(topic).stream()
                        .filter(letter -> new String(letter.value()).contains("\"update_id\":" + update)))
                .isNotEmpty()
                .allSatisfy(letter -> {
                    assertThat(TopicConsumer.header(letter, "agenthost-dead-letter-reason"))
                            .isEqualTo("undecodable");
                    assertThat(TopicConsumer.header(letter, "agenthost-dead-letter-detail"))
                            .contains("message.chat");
                    assertThat(TopicConsumer.header(letter, "agenthost-workspace"))
                            .isEqualTo("green");
                    assertThat(new String(letter.key())).isEqualTo(BOT);
                });
    }

    @Test
    void faultsOfTelegramAreWaitedFor() {
        telegram.failNext("getUpdates", new TelegramFault.ServerError());
        telegram.failNext("getUpdates", new TelegramFault.TooManyRequests(1));
        telegram.failNext("getUpdates", new TelegramFault.LostCall());
        telegram.failNext("getUpdates", new TelegramFault.LostAnswer());
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            long update = telegram.write(5001, "after all");
            await(() -> telegram.pending() == 0);

            assertThat(published(events, update)).hasSize(1);
        }
    }

    @Test
    void aWebhookThatIsSetIsWaitedFor() throws Exception {
        PolledTelegram.call("setWebhook", "{\"url\":\"http://127.0.0.1:9/nowhere\"}");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            int before = telegram.calls("getUpdates").size();
            long update = telegram.write(5001, "who hears me?");
            await(() -> telegram.calls("getUpdates").size() > before + 2);
            assertThat(published(events, update)).isEmpty();

            PolledTelegram.call("deleteWebhook", "{}");
            await(() -> telegram.pending() == 0);
            assertThat(published(events, update)).hasSize(1);
        }
    }

    @Test
    void aBotWithAnUnknownTokenIsPolledNoMoreUntilItIsChanged() throws Exception {
        int before = telegram.unauthorized();
        PolledTelegram.register(BOT, ++version, "WRONG_TOKEN", true);
        await(() -> telegram.unauthorized() > before);
        telegram.write(5001, "hello");
        settled();
        assertThat(telegram.unauthorized()).isEqualTo(before + 1);
        assertThat(telegram.pending()).isEqualTo(1);
        PolledTelegram.register(BOT, ++version, "POLL_TOKEN", true);

        await(() -> telegram.pending() == 0);
    }

    @Test
    void aDisabledBotIsNotPolledUntilItIsEnabled() throws Exception {
        PolledTelegram.register(BOT, ++version, "POLL_TOKEN", false);
        // The call that waited ends, and no further one is made.
        int calls = settled();
        telegram.write(5001, "hello");
        assertThat(telegram.calls("getUpdates")).hasSize(calls);
        PolledTelegram.register(BOT, ++version, "POLL_TOKEN", true);

        await(() -> telegram.pending() == 0);
    }

    private int settled() throws InterruptedException {
        while (true) {
            int calls = telegram.calls("getUpdates").size();
            // Longer than a call waits for updates.
            Thread.sleep(3_000);
            if (telegram.calls("getUpdates").size() == calls) {
                return calls;
            }
        }
    }

    private List<ObjectNode> answers(String callbackQueryId) {
        return telegram.calls("answerCallbackQuery").stream()
                .map(call -> call.parameters())
                .filter(call -> call.path("callback_query_id").asText().equals(callbackQueryId))
                .toList();
    }

    private static ObjectNode press(String callbackQueryId) {
        ObjectNode press = JsonNodeFactory.instance.objectNode().put("id", callbackQueryId);
        press.put(
                "data",
                new ButtonKey(new RunId(UUID.randomUUID()), 1, "token-of-the-question")
                        .text()
                        .orElseThrow());
        press.putObject("from").put("id", 5001).put("is_bot", false).put("first_name", "Ada");
        return press;
    }

    private static List<EventEnvelope> published(TopicConsumer events, long update) {
        EventId id = EventIds.of("green", "telegram", BOT, Long.toString(update));
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.eventId().equals(id))
                .toList();
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(condition);
    }
}
