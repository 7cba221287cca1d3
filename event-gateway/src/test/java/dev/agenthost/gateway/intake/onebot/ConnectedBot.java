package dev.agenthost.gateway.intake.onebot;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.onebot.ReverseSocket;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import io.quarkus.test.common.http.TestHTTPResource;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A bot at the service to whose WebSocket a scripted implementation connects. */
abstract class ConnectedBot {
    static final String SHOP = "ws-shop";
    static final String DEAD_LETTERS = Topics.dlq(Topics.inbound("onebot"));
    private static final AtomicLong nextMessage =
            new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 31));
    private static int version;

    @TestHTTPResource("/webhooks/onebot/")
    URI webhooks;

    @Inject
    BotRegistry bots;

    final List<ReverseSocket> sockets = new ArrayList<>();
    ScriptedOneBot oneBot;

    @BeforeAll
    static void createTheTopicOfDeadLetters() {
        KafkaTestBroker.createTopics(Topics.inbound("onebot"));
    }

    @BeforeEach
    void start() throws IOException {
        oneBot = new ScriptedOneBot(4000, "access_now_1", "hook_now_1");
        register(SHOP, true, 4000, "ACCESS_NOW", "ACCESS_NEXT");
        bots.complete();
    }

    @AfterEach
    void stop() {
        sockets.forEach(ReverseSocket::close);
        oneBot.close();
        // No connection of this test takes a slot of the next one.
        register(SHOP, false, 4000, "ACCESS_NOW");
    }

    ObjectNode message(String text) {
        // Messages of one second differ by this number alone.
        return oneBot.privateMessage(5001, JsonNodeFactory.instance.textNode(text))
                .put("message_id", nextMessage.getAndIncrement());
    }

    ReverseSocket connected(String role) {
        ReverseSocket socket = connect(SHOP, oneBot.headers(role));
        until(socket::isOpen);
        return socket;
    }

    ReverseSocket connect(String botId, Map<String, String> headers) {
        ReverseSocket socket = oneBot.connect(webhooks + botId + "/ws", headers);
        sockets.add(socket);
        return socket;
    }

    int refusal(String botId, Map<String, String> headers) {
        ReverseSocket socket = connect(botId, headers);
        until(() -> !socket.statuses().isEmpty());
        return socket.statuses().getFirst();
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }

    static EventEnvelope published(TopicConsumer events, JsonNode message) {
        return TopicConsumer.envelope(events.await(1, record -> isOf(TopicConsumer.envelope(record), message))
                .getFirst());
    }

    static List<EventEnvelope> all(TopicConsumer events, JsonNode message) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(event -> isOf(event, message))
                .toList();
    }

    static boolean isOf(EventEnvelope event, JsonNode message) {
        return SHOP.equals(event.botId())
                && event.subject() != null
                && message.path("message_id").asText().equals(event.subject().subjectId());
    }

    void register(String botId, boolean enabled, long selfId, String... tokens) {
        bots.take(bot(botId, enabled, selfId, false, tokens));
    }

    static BotRegistration bot(String botId, boolean enabled, long selfId, boolean isDeleted, String... tokens) {
        return new BotRegistration(
                botId,
                "green",
                BotPlatform.ONEBOT,
                botId,
                enabled,
                Map.of("webhook", List.of("HOOK_NOW"), "token", List.of(tokens)),
                JsonNodeFactory.instance.objectNode().put("self_id", selfId),
                ++version,
                isDeleted ? Instant.now() : null);
    }
}
