package dev.agenthost.gateway.intake.wecom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.attachment.ScriptedAttachments;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.wecom.client.WeComFileServer;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of messages on their way through the webhook. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(value = WeComFilesTest.Platform.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = ScriptedAttachments.class, restrictToAnnotatedClass = true)
class WeComFilesTest {
    private static final String BOT = "wecom-filing";

    @Inject
    BotRegistry bots;

    private final String first = UUID.randomUUID().toString();
    private final String second = UUID.randomUUID().toString();

    /** The platform with its files. */
    public static final class Platform implements QuarkusTestResourceLifecycleManager {
        private static @Nullable WeComFileServer server;

        static WeComFileServer server() {
            return Objects.requireNonNull(server);
        }

        @Override
        public Map<String, String> start() {
            try {
                server = new WeComFileServer(WeComBot.CORP, WeComBot.SECRET);
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
        Platform.server().offer("media-1", new byte[] {1, 2, 3});
        bots.take(WeComBot.registered(BOT, true, Platform.server().url(), "HOOK_NOW"));
    }

    @Test
    void theEventRefersToTheStoredFile() {
        ScriptedAttachments.PERMITS.release();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            WeComBot.post(BOT, image(first, "media-1")).statusCode(200);

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.input().attachments()).singleElement().satisfies(file -> {
                    assertThat(file.artifactId()).isEqualTo("of-" + ScriptedAttachments.UPLOADS.getFirst());
                    assertThat(file.size()).isEqualTo(3);
                });
                assertThat(event.data().at("/files/0/kind").asText()).isEqualTo("image");
                assertThat(event.data().at("/files/0").has("unavailable")).isFalse();
            });
        }
    }

    @Test
    void aRepeatedMessageHasTheSameUploadAndTheSameEvent() {
        ScriptedAttachments.PERMITS.release(2);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            WeComBot.post(BOT, image(first, "media-1")).statusCode(200);
            WeComBot.post(BOT, image(first, "media-1")).statusCode(200);

            assertThat(ScriptedAttachments.UPLOADS.stream().distinct()).hasSize(1);
            assertThat(published(events)).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"media-2,refused", "media-large,too_large"})
    void aFileThatCannotBeFetchedIsNamedInTheEvent(String mediaId, String reason) {
        Platform.server().offer("media-large", new byte[21 * 1024 * 1024]);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            WeComBot.post(BOT, image(first, mediaId)).statusCode(200);

            assertThat(published(events)).singleElement().satisfies(event -> assertThat(
                            event.data().at("/files/0/unavailable").asText())
                    .isEqualTo(reason));
        }
    }

    /** The platform ends a request after 5 s and sends the callback again, while the first one is still taken in. */
    @Test
    void aRepetitionWaitsForTheFirstOneAndAQuestionDoesNotOvertakeItsPhoto() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            CompletableFuture<Integer> photo = status(image(first, "media-1"));
            Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !ScriptedAttachments.UPLOADS.isEmpty());
            CompletableFuture<Integer> question = status(WeComBot.text(second, "user5", "what is this?"));
            CompletableFuture<Integer> repetition = status(image(first, "media-1"));
            assertThat(question).isNotDone();
            assertThat(repetition).isNotDone();
            ScriptedAttachments.PERMITS.release(2);

            assertThat(photo.join()).isEqualTo(200);
            assertThat(question.join()).isEqualTo(200);
            assertThat(repetition.join()).isEqualTo(200);
            assertThat(published(events).stream().map(EventEnvelope::eventId))
                    .containsExactly(
                            EventIds.of("green", "wecom", BOT, first), EventIds.of("green", "wecom", BOT, second));
        }
    }

    private static CompletableFuture<Integer> status(String document) {
        return CompletableFuture.supplyAsync(
                () -> WeComBot.post(BOT, document).extract().statusCode(), Thread::startVirtualThread);
    }

    private static String image(String messageId, String mediaId) {
        return WeComBot.message(
                messageId,
                "user5",
                "image",
                "<PicUrl><![CDATA[https://wework.qpic.cn/1]]></PicUrl><MediaId><![CDATA[" + mediaId + "]]></MediaId>");
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.botId().equals(BOT))
                .toList();
    }
}
