package dev.agenthost.gateway.intake.slack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.ScriptedAttachments;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.slack.client.SlackFileServer;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of messages on their way through the webhook. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(value = SlackPlatform.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = ScriptedAttachments.class, restrictToAnnotatedClass = true)
class SlackFilesTest {
    private static final String BOT = "slack-filing";
    private static final String LATER = "1795900009.000200";

    @Inject
    BotRegistry bots;

    private final SlackFileServer platform = SlackPlatform.server();
    private final String channel = "D" + UUID.randomUUID();

    @BeforeEach
    void register() {
        ScriptedAttachments.UPLOADS.clear();
        ScriptedAttachments.PERMITS.drainPermits();
        platform.calls().clear();
        platform.offer("F1", "image/png", new byte[] {1, 2, 3});
        bots.take(SlackBot.registered(BOT, true, platform.apiUrl(), "HOOK_NOW"));
    }

    @Test
    void theEventRefersToTheStoredFile() {
        ScriptedAttachments.PERMITS.release();
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            SlackBot.post(BOT, image(platform.fileUrl("F1"))).statusCode(200);

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.input().text()).isEqualTo("look");
                assertThat(event.input().attachments()).singleElement().satisfies(file -> {
                    assertThat(file.artifactId()).isEqualTo("of-" + ScriptedAttachments.UPLOADS.getFirst());
                    assertThat(file.size()).isEqualTo(3);
                });
                assertThat(event.data().at("/files/0/kind").asText()).isEqualTo("image");
                assertThat(event.data().at("/files/0").has("unavailable")).isFalse();
            });
        }
        assertThat(platform.calls()).containsExactly("Bearer xoxb-1");
    }

    @Test
    void aRepeatedEventHasTheSameUploadAndTheSameEvent() {
        ScriptedAttachments.PERMITS.release(2);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            SlackBot.post(BOT, image(platform.fileUrl("F1"))).statusCode(200);
            SlackBot.post(BOT, image(platform.fileUrl("F1"))).statusCode(200);

            assertThat(ScriptedAttachments.UPLOADS.stream().distinct()).hasSize(1);
            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void aFileThatIsNotAvailableIsNamedInTheEvent() {
        ObjectNode message = image(platform.fileUrl("F1"));
        var files = message.withObjectProperty("event").putArray("files");
        files.addObject().put("id", "F2").put("mode", "tombstone");
        files.addObject().put("id", "F3").put("name", "c").put("mode", "external");
        files.addObject().put("id", "F4").put("file_access", "check_file_info");
        files.addObject().put("id", "F5").put("url_private_download", platform.fileUrl("F5"));
        files.addObject().put("id", "F6").put("url_private_download", "https://files.example/F6");
        files.addObject().put("id", "F7").put("size", 30_000_000).put("url_private_download", platform.fileUrl("F1"));
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            SlackBot.post(BOT, message).statusCode(200);

            assertThat(published(events)).singleElement().satisfies(event -> assertThat(
                            event.data().path("files").valueStream().map(file -> file.path("unavailable")
                                    .asText()))
                    .containsExactly(
                            "refused", "leads_elsewhere", "refused", "refused", "leads_elsewhere", "too_large"));
        }
    }

    /** A message with a file of the platform never makes the host send its token to another one. */
    @Test
    void theTokenIsSentToThePlatformOnly() throws Exception {
        try (SlackFileServer other = new SlackFileServer("xoxb-1");
                TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            other.offer("F1", "image/png", new byte[] {1});
            SlackBot.post(BOT, image(other.fileUrl("F1"))).statusCode(200);

            assertThat(published(events)).hasSize(1);
            assertThat(other.calls()).isEmpty();
        }
    }

    @Test
    void aQuestionDoesNotOvertakeItsPhoto() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            CompletableFuture<Integer> photo = status(image(platform.fileUrl("F1")));
            Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !ScriptedAttachments.UPLOADS.isEmpty());
            CompletableFuture<Integer> question = status(SlackBot.message("Ev2", channel, LATER, "what is this?"));
            assertThat(question).isNotDone();
            ScriptedAttachments.PERMITS.release();

            assertThat(photo.join()).isEqualTo(200);
            assertThat(question.join()).isEqualTo(200);
            assertThat(published(events).stream().map(EventEnvelope::eventId))
                    .containsExactly(
                            EventIds.of("green", "slack", BOT, channel + ":" + SlackBot.TS),
                            EventIds.of("green", "slack", BOT, channel + ":" + LATER));
        }
    }

    private static CompletableFuture<Integer> status(ObjectNode payload) {
        return CompletableFuture.supplyAsync(
                () -> SlackBot.post(BOT, payload).extract().statusCode(), Thread::startVirtualThread);
    }

    private ObjectNode image(String url) {
        ObjectNode message = SlackBot.message("Ev1", channel, SlackBot.TS, "look");
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.put("id", "F1").put("name", "a.png").put("mimetype", "image/png");
        file.put("size", 3).put("mode", "hosted").put("url_private_download", url);
        message.withObjectProperty("event")
                .put("subtype", "file_share")
                .putArray("files")
                .add(file);
        return message;
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> event.botId().equals(BOT))
                .toList();
    }
}
