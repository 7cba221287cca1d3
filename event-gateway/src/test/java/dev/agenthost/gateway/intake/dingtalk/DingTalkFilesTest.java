package dev.agenthost.gateway.intake.dingtalk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.ScriptedAttachments;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.dingtalk.client.DingTalkFileServer;
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
@QuarkusTestResource(value = DingTalkFilesTest.Platform.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = ScriptedAttachments.class, restrictToAnnotatedClass = true)
class DingTalkFilesTest {
    private static final String BOT = "dingtalk-filing";

    @Inject
    BotRegistry bots;

    private final String first = UUID.randomUUID().toString();
    private final String second = UUID.randomUUID().toString();

    /** The platform with one file for each message. */
    public static final class Platform implements QuarkusTestResourceLifecycleManager {
        private static @Nullable DingTalkFileServer server;

        static DingTalkFileServer server() {
            return Objects.requireNonNull(server);
        }

        @Override
        public Map<String, String> start() {
            try {
                server = new DingTalkFileServer(DingTalkBot.CLIENT_ID, DingTalkBot.POSTED_SECRET);
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
        Platform.server().offer("code-1", new byte[] {1, 2, 3});
        bots.take(DingTalkBot.posted(BOT, true, Platform.server().url(), "HOOK_NOW"));
    }

    @Test
    void theEventRefersToTheStoredFile() {
        ScriptedAttachments.PERMITS.release();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            DingTalkBot.post(BOT, image(first, "code-1")).statusCode(200);

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
    void aRepeatedEventHasTheSameUploadAndTheSameEvent() {
        ScriptedAttachments.PERMITS.release(2);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            DingTalkBot.post(BOT, image(first, "code-1")).statusCode(200);
            DingTalkBot.post(BOT, image(first, "code-1")).statusCode(200);

            assertThat(ScriptedAttachments.UPLOADS.stream().distinct()).hasSize(1);
            assertThat(published(events)).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "code-2,refused",
        "code-large,too_large",
        "code-elsewhere,leads_elsewhere",
        "code-private,leads_elsewhere"
    })
    void aFileThatCannotBeFetchedIsNamedInTheEvent(String code, String reason) {
        Platform.server().offer("code-large", new byte[21 * 1024 * 1024]);
        Platform.server().redirect("code-elsewhere");
        Platform.server().locate("code-private", "http://10.0.0.1/file");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            DingTalkBot.post(BOT, image(first, code)).statusCode(200);

            assertThat(published(events)).singleElement().satisfies(event -> assertThat(
                            event.data().at("/files/0/unavailable").asText())
                    .isEqualTo(reason));
        }
    }

    @Test
    void aQuestionDoesNotOvertakeItsPhoto() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            CompletableFuture<Integer> photo = status(image(first, "code-1"));
            Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !ScriptedAttachments.UPLOADS.isEmpty());
            CompletableFuture<Integer> question = status(DingTalkBot.text(second, "user5", "what is this?"));
            assertThat(question).isNotDone();
            ScriptedAttachments.PERMITS.release();

            assertThat(photo.join()).isEqualTo(200);
            assertThat(question.join()).isEqualTo(200);
            assertThat(published(events).stream().map(EventEnvelope::eventId))
                    .containsExactly(
                            EventIds.of("green", "dingtalk", BOT, first),
                            EventIds.of("green", "dingtalk", BOT, second));
        }
    }

    private static CompletableFuture<Integer> status(ObjectNode payload) {
        return CompletableFuture.supplyAsync(
                () -> DingTalkBot.post(BOT, payload).extract().statusCode(), Thread::startVirtualThread);
    }

    private static ObjectNode image(String messageId, String code) {
        ObjectNode message = DingTalkBot.message(messageId, "user5", "picture");
        message.putObject("content").put("downloadCode", code);
        return message;
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.botId().equals(BOT))
                .toList();
    }
}
