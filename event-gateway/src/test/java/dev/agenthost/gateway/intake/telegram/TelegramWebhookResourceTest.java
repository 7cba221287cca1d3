package dev.agenthost.gateway.intake.telegram;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotRecords;
import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(ScriptedOrchestrator.class)
class TelegramWebhookResourceTest {
    private static final String SECRET = "hook_now_1";
    private static final String TOKEN = "4000:AAF-secret";
    private static final String SUPPORT = "/webhooks/telegram/support";

    @TestHTTPResource(SUPPORT)
    URI webhook;

    @Inject
    BotRegistry bots;

    @BeforeEach
    void registerBots() {
        register("support", "green", true, "HOOK_NOW", "HOOK_NEXT");
        register("foreign", "green", true, "HOOK_OF_RED");
        register("asleep", "green", false, "HOOK_NOW");
    }

    @Test
    void telegramDeliversAMessage() throws Exception {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS);
                ScriptedTelegram telegram = telegram()) {
            long update = telegram.write(5001, "hello");

            Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> telegram.pending() == 0);

            assertThat(published(events, update)).singleElement().satisfies(event -> {
                assertThat(event.eventType()).isEqualTo("message.received");
                assertThat(event.workspaceId()).isEqualTo("green");
                assertThat(event.botId()).isEqualTo("support");
                assertThat(event.conversationId()).isEqualTo("5001");
                assertThat(event.input().text()).isEqualTo("hello");
                assertThat(event.delivery().surface()).isEqualTo("telegram");
            });
        }
    }

    @Test
    void aPressedButtonIsAnsweredInTheResponse() throws Exception {
        ObjectNode press =
                JsonNodeFactory.instance.objectNode().put("id", "q77").put("data", "x");
        press.putObject("from").put("id", 5001).put("is_bot", false).put("first_name", "Ada");
        try (ScriptedTelegram telegram = telegram()) {
            telegram.update("callback_query", press);

            Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !telegram.calls("answerCallbackQuery")
                    .isEmpty());

            assertThat(telegram.calls("answerCallbackQuery")).singleElement().satisfies(call -> assertThat(
                            call.parameters().path("callback_query_id").asText())
                    .isEqualTo("q77"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "accepted  | en | -",
                "answered  | en | This question has already been answered.",
                "not_asked | -  | This question is for someone else.",
                "expired   | zh-hans | 这个问题已过期。",
                "unknown   | de | This question no longer exists."
            })
    void aButtonOfAQuestionIsSubmittedAndTheResultIsShown(
            String outcome, @Nullable String language, @Nullable String text) {
        RunId run = new RunId(UUID.randomUUID());
        ScriptedOrchestrator.outcome = outcome;
        long update = anyUpdate();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(SUPPORT, SECRET, press(update, run, language))
                    .statusCode(200)
                    .body("method", equalTo("answerCallbackQuery"))
                    .body("callback_query_id", equalTo("q78"))
                    .body("text", equalTo(text));

            assertThat(published(events, update))
                    .as("the event comes from run-orchestrator")
                    .isEmpty();
        }
        assertThat(ScriptedOrchestrator.PRESSES)
                .contains(new ButtonPress("green", "support", run, "token-of-the-question", 1, "5001"));
    }

    @Test
    void aButtonThatCannotBeSubmittedIsPressedAgainByTelegram() {
        ScriptedOrchestrator.status = 500;
        try {
            post(SUPPORT, SECRET, press(anyUpdate(), new RunId(UUID.randomUUID()), "en"))
                    .statusCode(503);
        } finally {
            ScriptedOrchestrator.status = 200;
        }
    }

    private static String press(long update, RunId run, @Nullable String language) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("update_id", update);
        ObjectNode press = body.putObject("callback_query").put("id", "q78");
        press.put("data", new ButtonKey(run, 1, "token-of-the-question").text().orElseThrow());
        press.putObject("from")
                .put("id", 5001)
                .put("is_bot", false)
                .put("first_name", "Ada")
                .put("language_code", language);
        return body.toString();
    }

    @Test
    void aRepetitionIsAnsweredAndNotPublished() {
        long update = anyUpdate();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(SUPPORT, SECRET, message(update, "once")).statusCode(200);
            post(SUPPORT, SECRET, message(update, "once")).statusCode(200);

            assertThat(published(events, update)).hasSize(1);
        }
    }

    @Test
    void anotherUpdateUnderAKnownIdIsAnsweredAndNotPublished() {
        long update = anyUpdate();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(SUPPORT, SECRET, message(update, "once")).statusCode(200);
            post(SUPPORT, SECRET, message(update, "other")).statusCode(200);

            assertThat(published(events, update)).hasSize(1);
        }
    }

    @Test
    void theNextSecretIsAcceptedDuringARotation() {
        post(SUPPORT, "hook_next_2", message(anyUpdate(), "hi")).statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hook_now", "hook_now_12", "HOOK_NOW_1", "HOOK_NOW", "hook_red_3"})
    void aWrongSecretIsUnauthorized(String secret) {
        long update = anyUpdate();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(SUPPORT, secret, message(update, "hi")).statusCode(401);

            assertThat(published(events, update)).isEmpty();
        }
    }

    @Test
    void aMissingSecretIsUnauthorized() {
        post(SUPPORT, null, message(anyUpdate(), "hi")).statusCode(401).body("code", equalTo("unauthorized"));
    }

    @Test
    void aSecretOfAnotherWorkspaceIsUnauthorized() {
        post("/webhooks/telegram/foreign", "hook_red_3", message(anyUpdate(), "hi"))
                .statusCode(401);
    }

    @Test
    void aDisabledBotTakesNoEvents() {
        long update = anyUpdate();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post("/webhooks/telegram/asleep", "wrong", message(update, "hi")).statusCode(401);
            post("/webhooks/telegram/asleep", SECRET, message(update, "hi")).statusCode(200);

            assertThat(published(events, "asleep", update)).isEmpty();
        }
    }

    @Test
    void aBotIsKnownFromItsRecordUntilItIsDeleted() {
        String id = "b-" + anyUpdate();
        String path = "/webhooks/telegram/" + id;
        post(path, SECRET, message(anyUpdate(), "hi")).statusCode(404);

        register(id, "green", true, "HOOK_NOW");
        post(path, SECRET, message(anyUpdate(), "hi")).statusCode(200);

        BotRegistration bot = bots.of(BotPlatform.TELEGRAM, id).orElseThrow();
        BotRecords.send(
                id,
                ProtocolCodec.encode(new BotRegistration(
                        id,
                        "green",
                        bot.platform(),
                        bot.name(),
                        true,
                        bot.secrets(),
                        bot.options(),
                        2,
                        Instant.now())));
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> bots.of(BotPlatform.TELEGRAM, id)
                .isEmpty());
        post(path, SECRET, message(anyUpdate(), "hi")).statusCode(404);
    }

    @Test
    void aRecordThatIsNoBotIsPassedOver() {
        String id = "b-" + anyUpdate();
        BotRecords.send(id, null);
        BotRecords.send(id, "{\"bot_id\":7}".getBytes(StandardCharsets.UTF_8));
        BotRecords.send(id, "null".getBytes(StandardCharsets.UTF_8));
        BotRecords.send(id, ProtocolCodec.encode(bot("other-" + id, "green", true, "HOOK_NOW")));
        register(id, "green", true, "HOOK_NOW");

        assertThat(bots.of(BotPlatform.TELEGRAM, "other-" + id)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/webhooks/telegram/unknown", "/webhooks/slack/support"})
    void anUnknownBotIsNotFound(String path) {
        post(path, SECRET, message(anyUpdate(), "hi")).statusCode(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"update_id\":\"7\"}",
                "{\"update_id\":7,\"message\":{\"message_id\":1}}",
                "{\"update_id\":7,\"message\":{\"message_id\":1,\"chat\":{\"id\":7,\"type\":\"private\"}}}",
                "[]",
            })
    void anUpdateWithoutAnEventIsNotRepeated(String body) {
        post(SUPPORT, SECRET, body).statusCode(200).body(emptyString());
    }

    @Test
    void anythingButJsonIsRefused() {
        post(SUPPORT, SECRET, "{\"update_id\":").statusCode(400);
    }

    private ScriptedTelegram telegram() throws IOException, InterruptedException {
        ScriptedTelegram telegram = new ScriptedTelegram(TOKEN, "shop_bot");
        String body = "{\"url\":\"" + webhook + "\",\"secret_token\":\"" + SECRET + "\"}";
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.send(
                    HttpRequest.newBuilder(URI.create(telegram.baseUrl() + "/bot" + TOKEN + "/setWebhook"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
        }
        return telegram;
    }

    private void register(String botId, String workspace, boolean enabled, String... secrets) {
        BotRecords.register(bots, bot(botId, workspace, enabled, secrets));
    }

    private static BotRegistration bot(String botId, String workspace, boolean enabled, String... secrets) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("user_id", 4000).put("username", "shop_bot");
        return new BotRegistration(
                botId,
                workspace,
                BotPlatform.TELEGRAM,
                botId,
                enabled,
                Map.of("webhook", List.of(secrets)),
                options,
                1,
                null);
    }

    private static List<EventEnvelope> published(TopicConsumer events, long update) {
        return published(events, "support", update);
    }

    private static List<EventEnvelope> published(TopicConsumer events, String botId, long update) {
        EventId id = EventIds.of("green", "telegram", botId, Long.toString(update));
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.eventId().equals(id))
                .toList();
    }

    private static ValidatableResponse post(String path, @Nullable String secret, String body) {
        var request = given().contentType("application/json").body(body);
        return (secret == null ? request : request.header(TelegramWebhookResource.SECRET_HEADER, secret))
                .post(path)
                .then();
    }

    private static long anyUpdate() {
        return ThreadLocalRandom.current().nextLong(1L << 40);
    }

    private static String message(long update, String text) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("update_id", update);
        ObjectNode message = body.putObject("message").put("message_id", 1).put("text", text);
        message.putObject("from").put("id", 5001).put("is_bot", false).put("first_name", "Ada");
        message.putObject("chat").put("id", 5001).put("type", "private");
        return body.toString();
    }
}
