package dev.agenthost.gateway.intake.telegram;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.ScriptedAttachments;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of messages on their way through the webhook. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(value = PolledTelegram.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = ScriptedAttachments.class, restrictToAnnotatedClass = true)
class TelegramFilesTest {
    private static final String BOT = "filing";

    @Inject
    BotRegistry bots;

    private final long first = ThreadLocalRandom.current().nextLong(1L << 40);

    @BeforeEach
    void register() {
        ScriptedAttachments.UPLOADS.clear();
        ScriptedAttachments.PERMITS.drainPermits();
        PolledTelegram.server().offer("photo", new byte[] {1, 2, 3});
        bots.take(new BotRegistration(
                BOT,
                "green",
                BotPlatform.TELEGRAM,
                BOT,
                true,
                Map.of("webhook", List.of("HOOK_NOW"), "token", List.of("POLL_TOKEN")),
                JsonNodeFactory.instance.objectNode(),
                1,
                null));
    }

    @Test
    void theEventRefersToTheStoredFile() {
        ScriptedAttachments.PERMITS.release();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            assertThat(post(first, 5001, "photo", null)).isEqualTo(200);

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.input().attachments()).singleElement().satisfies(file -> assertThat(file.artifactId())
                        .isEqualTo("of-" + ScriptedAttachments.UPLOADS.getFirst()));
                assertThat(event.data().path("files").path(0).has("unavailable"))
                        .isFalse();
            });
        }
    }

    @Test
    void aRepeatedUpdateHasTheSameUploadAndTheSameEvent() {
        ScriptedAttachments.PERMITS.release(2);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            assertThat(post(first, 5001, "photo", null)).isEqualTo(200);
            assertThat(post(first, 5001, "photo", null)).isEqualTo(200);

            assertThat(ScriptedAttachments.UPLOADS.stream().distinct()).hasSize(1);
            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void aQuestionDoesNotOvertakeItsPhotoAndAnotherChatDoesNotWait() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            CompletableFuture<Integer> photo =
                    CompletableFuture.supplyAsync(() -> post(first, 5001, "photo", null), Thread::startVirtualThread);
            Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !ScriptedAttachments.UPLOADS.isEmpty());
            CompletableFuture<Integer> question = CompletableFuture.supplyAsync(
                    () -> post(first + 1, 5001, null, "what is this?"), Thread::startVirtualThread);
            assertThat(post(first + 2, 5002, null, "hello")).isEqualTo(200);
            assertThat(question).isNotDone();
            assertThat(photo).isNotDone();
            ScriptedAttachments.PERMITS.release();

            assertThat(photo.join()).isEqualTo(200);
            assertThat(question.join()).isEqualTo(200);
            assertThat(published(events).stream().map(EventEnvelope::eventId))
                    .containsSubsequence(id(first), id(first + 1))
                    .contains(id(first + 2));
        }
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.botId().equals(BOT))
                .toList();
    }

    private static EventId id(long update) {
        return EventIds.of("green", "telegram", BOT, Long.toString(update));
    }

    private static int post(long update, long chat, @Nullable String fileId, @Nullable String text) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("update_id", update);
        ObjectNode message = body.putObject("message").put("message_id", update % 1000 + 1);
        message.putObject("from").put("id", chat).put("is_bot", false).put("first_name", "Ada");
        message.putObject("chat").put("id", chat).put("type", "private");
        if (text != null) {
            message.put("text", text);
        }
        if (fileId != null) {
            message.putArray("photo")
                    .addObject()
                    .put("file_id", fileId)
                    .put("file_unique_id", "u-" + fileId)
                    .put("width", 10)
                    .put("height", 10);
        }
        return given().contentType("application/json")
                .header(TelegramWebhookResource.SECRET_HEADER, "hook_now_1")
                .body(body.toString())
                .post("/webhooks/telegram/" + BOT)
                .statusCode();
    }
}
