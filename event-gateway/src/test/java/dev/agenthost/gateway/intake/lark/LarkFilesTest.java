package dev.agenthost.gateway.intake.lark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.ScriptedAttachments;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.lark.client.LarkFileServer;
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
@QuarkusTestResource(value = LarkFilesTest.Platform.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = ScriptedAttachments.class, restrictToAnnotatedClass = true)
class LarkFilesTest {
    private static final String BOT = "lark-filing";

    @Inject
    BotRegistry bots;

    private final String first = UUID.randomUUID().toString();
    private final String second = UUID.randomUUID().toString();

    /** The platform with one file for each message. */
    public static final class Platform implements QuarkusTestResourceLifecycleManager {
        private static @Nullable LarkFileServer server;

        static LarkFileServer server() {
            return Objects.requireNonNull(server);
        }

        @Override
        public Map<String, String> start() {
            try {
                server = new LarkFileServer("cli_a1", "lark-secret-1");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return Map.of(
                    "agenthost.egress.allow", "127.0.0.1/32", "agenthost.secrets.\"LARK_SECRET\"", "lark-secret-1");
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
        Platform.server().offer("om_" + first, "img_v3_1", "image", new byte[] {1, 2, 3});
        bots.take(LarkBot.registered(BOT, true, Platform.server().url(), "HOOK_NOW"));
    }

    @Test
    void theEventRefersToTheStoredFile() {
        ScriptedAttachments.PERMITS.release();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            LarkBot.post(BOT, image(first, "img_v3_1")).statusCode(200);

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
            LarkBot.post(BOT, image(first, "img_v3_1")).statusCode(200);
            LarkBot.post(BOT, image(first, "img_v3_1")).statusCode(200);

            assertThat(ScriptedAttachments.UPLOADS.stream().distinct()).hasSize(1);
            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void aFileThatThePlatformRefusesIsNamedInTheEvent() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            LarkBot.post(BOT, image(first, "img_v3_other")).statusCode(200);

            assertThat(published(events)).singleElement().satisfies(event -> assertThat(
                            event.data().at("/files/0/unavailable").asText())
                    .isEqualTo("refused"));
        }
    }

    @Test
    void aQuestionDoesNotOvertakeItsPhoto() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            CompletableFuture<Integer> photo = status(image(first, "img_v3_1"));
            Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !ScriptedAttachments.UPLOADS.isEmpty());
            CompletableFuture<Integer> question =
                    status(LarkBot.message(second, "oc_8", "text", "{\"text\":\"what is this?\"}"));
            assertThat(question).isNotDone();
            ScriptedAttachments.PERMITS.release();

            assertThat(photo.join()).isEqualTo(200);
            assertThat(question.join()).isEqualTo(200);
            assertThat(published(events).stream().map(EventEnvelope::eventId))
                    .containsExactly(
                            EventIds.of("green", "lark", BOT, first), EventIds.of("green", "lark", BOT, second));
        }
    }

    private static CompletableFuture<Integer> status(ObjectNode payload) {
        return CompletableFuture.supplyAsync(
                () -> LarkBot.post(BOT, payload).extract().statusCode(), Thread::startVirtualThread);
    }

    private static ObjectNode image(String eventId, String key) {
        return LarkBot.message(eventId, "oc_8", "image", "{\"image_key\":\"" + key + "\"}");
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.botId().equals(BOT))
                .toList();
    }
}
