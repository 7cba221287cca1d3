package dev.agenthost.gateway.intake.telegram;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ScriptedDelivery;
import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.TakeoverCommand;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the commands of operators in chats. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(ScriptedOrchestrator.class)
@QuarkusTestResource(ScriptedDelivery.class)
class OperatorCommandTest {
    private static final String BOT = "desk";
    private static final long OPERATOR = 700;

    @Inject
    BotRegistry bots;

    private final long update = ThreadLocalRandom.current().nextLong(1L << 40);
    private final EventId event = EventIds.of("green", "telegram", BOT, Long.toString(update));

    @BeforeEach
    void registerTheBot() {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.putArray("operators").add(Long.toString(OPERATOR));
        var registration = new BotRegistration(
                BOT,
                "green",
                BotPlatform.TELEGRAM,
                BOT,
                true,
                Map.of("webhook", List.of("HOOK_NOW")),
                options,
                1,
                null);
        try (var producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, KafkaTestBroker.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topics.BOTS, BOT, ProtocolCodec.encode(registration)));
        }
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> bots.of(BotPlatform.TELEGRAM, BOT)
                .isPresent());
    }

    @Test
    void theCommandOfAnOperatorIsSubmittedAndIsNoEvent() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(OPERATOR, "/takeover@shop_bot 30m").statusCode(200);

            assertThat(published(events)).isZero();
        }
        assertThat(commands()).singleElement().satisfies(command -> {
            assertThat(command.action()).isEqualTo(TakeoverCommand.Action.TAKE_OVER);
            assertThat(command.workspaceId()).isEqualTo("green");
            assertThat(command.botId()).isEqualTo(BOT);
            assertThat(command.conversationId()).isEqualTo("-100");
            assertThat(command.operatorId()).isEqualTo("700");
            assertThat(command.at()).isEqualTo(Instant.ofEpochSecond(1_793_000_000));
            assertThat(command.seconds()).isEqualTo(1800);
        });
    }

    @Test
    void aCommandThatCannotBeSubmittedIsRepeatedByThePlatform() {
        ScriptedDelivery.status = 500;
        try {
            post(OPERATOR, "/release").statusCode(503);
        } finally {
            ScriptedDelivery.status = 200;
        }
        post(OPERATOR, "/release").statusCode(200);
    }

    @Test
    void theSameWordsOfAnyoneElseAreAMessage() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            post(701, "/takeover").statusCode(200);

            assertThat(published(events)).isEqualTo(1);
        }
        assertThat(commands()).isEmpty();
    }

    private List<TakeoverCommand> commands() {
        return ScriptedDelivery.COMMANDS.stream()
                .filter(command -> command.eventId().equals(event))
                .toList();
    }

    private long published(TopicConsumer events) {
        return events.untilNow().stream()
                .map(TopicConsumer::envelope)
                .filter(each -> each.eventId().equals(event))
                .count();
    }

    private ValidatableResponse post(long person, String text) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("update_id", update);
        ObjectNode message = body.putObject("message")
                .put("message_id", 1)
                .put("date", 1_793_000_000)
                .put("text", text);
        message.putObject("from").put("id", person).put("is_bot", false).put("first_name", "Ada");
        message.putObject("chat").put("id", -100).put("type", "group").put("title", "Shop");
        return given().contentType("application/json")
                .header(TelegramWebhookResource.SECRET_HEADER, "hook_now_1")
                .body(body.toString())
                .post("/webhooks/telegram/" + BOT)
                .then();
    }
}
