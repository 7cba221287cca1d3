package dev.agenthost.gateway.intake.discord;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.gateway.attachment.ScriptedAttachments;
import dev.agenthost.im.discord.gateway.DiscordDispatch;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attachments of messages become artifacts. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(value = DiscordPlatform.Permissions.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = ScriptedAttachments.class, restrictToAnnotatedClass = true)
class DiscordFilesTest {
    @Inject
    DiscordEventIntake intake;

    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final String channel = DiscordBot.snowflake();
    private HttpServer platform;
    private BotRegistration bot;

    @BeforeEach
    void serveFiles() throws IOException {
        ScriptedAttachments.UPLOADS.clear();
        ScriptedAttachments.PERMITS.drainPermits();
        platform = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        platform.createContext("/attachments/", exchange -> {
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            boolean isKnown = exchange.getRequestURI().getPath().endsWith("/a.png");
            exchange.sendResponseHeaders(isKnown ? 200 : 404, isKnown ? 3 : -1);
            if (isKnown) {
                exchange.getResponseBody().write(new byte[] {1, 2, 3});
            }
            exchange.close();
        });
        platform.start();
        bot = DiscordBot.connected("discord-filing", true, origin() + "/api/v10", "DISCORD_TOKEN");
    }

    @AfterEach
    void stop() {
        platform.stop(0);
    }

    @Test
    void theEventRefersToTheStoredFileAndNoTokenIsSent() throws Exception {
        ScriptedAttachments.PERMITS.release();
        ObjectNode message = DiscordBot.message(channel, "look");
        attach(message, "1", origin() + "/attachments/a.png?ex=1&hm=2", 3);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            take(message);

            assertThat(published(events)).singleElement().satisfies(event -> {
                assertThat(event.input().text()).isEqualTo("look");
                assertThat(event.input().attachments()).singleElement().satisfies(file -> assertThat(file.artifactId())
                        .isEqualTo("of-" + ScriptedAttachments.UPLOADS.getFirst()));
                assertThat(event.data().at("/files/0/kind").asText()).isEqualTo("image");
            });
        }
        assertThat(authorizations).containsExactly("null");
    }

    @Test
    void aRepeatedEventHasTheSameUploadAndTheSameEvent() throws Exception {
        ScriptedAttachments.PERMITS.release(2);
        ObjectNode message = DiscordBot.message(channel, "look");
        attach(message, "1", origin() + "/attachments/a.png", 3);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            take(message);
            take(message);

            assertThat(ScriptedAttachments.UPLOADS.stream().distinct()).hasSize(1);
            assertThat(published(events)).hasSize(1);
        }
    }

    @Test
    void aFileThatIsNotAvailableIsNamedInTheEvent() throws Exception {
        ObjectNode message = DiscordBot.message(channel, "look");
        attach(message, "2", origin() + "/attachments/gone.png", 3);
        attach(message, "3", "https://files.example/a.png", 3);
        attach(message, "4", origin() + "/attachments/a.png", 30_000_000);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            take(message);

            assertThat(published(events)).singleElement().satisfies(event -> assertThat(
                            event.data().path("files").valueStream().map(file -> file.path("unavailable")
                                    .asText()))
                    .containsExactly("refused", "leads_elsewhere", "too_large"));
        }
    }

    private void take(ObjectNode message) throws InterruptedException {
        assertThat(intake.take(bot, "900", new DiscordDispatch("session", 7, "MESSAGE_CREATE", message)))
                .isInstanceOf(DiscordReply.Done.class);
    }

    private static void attach(ObjectNode message, String id, String url, int size) {
        ArrayNode attachments = message.withArrayProperty("attachments");
        ObjectNode file = attachments.addObject().put("id", id).put("filename", "a.png");
        file.put("content_type", "image/png").put("size", size).put("url", url);
    }

    private String origin() {
        return "http://127.0.0.1:" + platform.getAddress().getPort();
    }

    private static List<EventEnvelope> published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> "discord-filing".equals(event.botId()))
                .toList();
    }
}
