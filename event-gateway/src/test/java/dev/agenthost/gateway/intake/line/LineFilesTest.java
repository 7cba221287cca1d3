package dev.agenthost.gateway.intake.line;

import static dev.agenthost.gateway.intake.line.LineBot.PRIVATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.attachment.ScriptedAttachments;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.line.client.LineFileServer;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of messages on their way through the webhook. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(value = LineFilesTest.Platform.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = ScriptedAttachments.class, restrictToAnnotatedClass = true)
class LineFilesTest {
    private static final String BOT = "line-filing";

    @Inject
    BotRegistry bots;

    private final String first = UUID.randomUUID().toString();
    private final String second = UUID.randomUUID().toString();

    /** The platform with its files. */
    public static final class Platform implements QuarkusTestResourceLifecycleManager {
        private static @Nullable LineFileServer server;

        static LineFileServer server() {
            return Objects.requireNonNull(server);
        }

        @Override
        public Map<String, String> start() {
            try {
                server = new LineFileServer(LineBot.TOKEN);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return Map.of("agenthost.egress.allow", "127.0.0.1/32");
        }

        @Override
        public void stop() {
            server().close();
        }
    }

    @BeforeEach
    void register() {
        ScriptedAttachments.UPLOADS.clear();
        ScriptedAttachments.PERMITS.drainPermits();
        Platform.server().offer(first, new byte[] {1, 2, 3});
        bots.take(LineBot.registered(BOT, true, Platform.server().url(), "HOOK_NOW"));
    }

    @Test
    void theEventRefersToTheStoredFileThoughThePlatformPreparesItFirst() {
        ScriptedAttachments.PERMITS.release();
        Platform.server().prepare(2);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            LineBot.post(BOT, LineBot.message(first, PRIVATE, "video", ",\"contentProvider\":{\"type\":\"line\"}"))
                    .statusCode(200);

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.input().attachments()).singleElement().satisfies(file -> {
                    assertThat(file.artifactId()).isEqualTo("of-" + ScriptedAttachments.UPLOADS.getFirst());
                    assertThat(file.size()).isEqualTo(3);
                });
                assertThat(event.data().at("/files/0/kind").asText()).isEqualTo("video");
                assertThat(event.data().at("/files/0").has("unavailable")).isFalse();
            });
        }
    }

    @Test
    void aRepeatedMessageHasTheSameUploadAndTheSameEvent() {
        ScriptedAttachments.PERMITS.release(2);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            LineBot.post(BOT, image(first)).statusCode(200);
            LineBot.post(BOT, image(first).replace("\"isRedelivery\":false", "\"isRedelivery\":true"))
                    .statusCode(200);

            assertThat(ScriptedAttachments.UPLOADS.stream().distinct()).hasSize(1);
            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void aFileThatCannotBeFetchedIsNamedInTheEvent() {
        Platform.server().offer("large", new byte[21 * 1024 * 1024]);
        String unsent = UUID.randomUUID().toString();
        String external = UUID.randomUUID().toString();
        String announced = UUID.randomUUID().toString();
        String large = image(second).replace("\"message\":{\"id\":\"" + second, "\"message\":{\"id\":\"large");
        int calls = Platform.server().calls();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            LineBot.post(
                            BOT,
                            image(unsent),
                            large,
                            LineBot.message(
                                    external,
                                    PRIVATE,
                                    "image",
                                    ",\"contentProvider\":{\"type\":\"external\",\"originalContentUrl\":\"https://example.com/a.jpg\"}"),
                            LineBot.message(
                                    announced, PRIVATE, "file", ",\"fileName\":\"a.zip\",\"fileSize\":99999999"))
                    .statusCode(200);

            assertThat(published(events).stream()
                            .map(event ->
                                    event.data().at("/files/0/unavailable").asText()))
                    .containsExactly("refused", "too_large", "leads_elsewhere", "too_large");
        }
        assertThat(Platform.server().calls() - calls)
                .as("neither another server's nor a larger file is asked for")
                .isEqualTo(2);
    }

    /** The platform ends a request after 2 s; the message is taken in all the same. */
    @Test
    void aRepetitionWaitsForTheFirstOneAndAQuestionDoesNotOvertakeItsPhoto() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            CompletableFuture<Integer> photo = status(image(first));
            Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !ScriptedAttachments.UPLOADS.isEmpty());
            CompletableFuture<Integer> question = status(LineBot.text(second, PRIVATE, "what is this?"));
            CompletableFuture<Integer> repetition = status(image(first));
            assertThat(question).isNotDone();
            assertThat(repetition).isNotDone();
            ScriptedAttachments.PERMITS.release(2);

            assertThat(photo.join()).isEqualTo(200);
            assertThat(question.join()).isEqualTo(200);
            assertThat(repetition.join()).isEqualTo(200);
            assertThat(published(events).stream().map(EventEnvelope::eventId))
                    .containsExactly(
                            EventIds.of("green", "line", BOT, first), EventIds.of("green", "line", BOT, second));
        }
    }

    private static CompletableFuture<Integer> status(String event) {
        return CompletableFuture.supplyAsync(
                () -> LineBot.post(BOT, event).extract().statusCode(), Thread::startVirtualThread);
    }

    private static String image(String messageId) {
        return LineBot.message(messageId, PRIVATE, "image", ",\"contentProvider\":{\"type\":\"line\"}");
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.botId().equals(BOT))
                .toList();
    }
}
