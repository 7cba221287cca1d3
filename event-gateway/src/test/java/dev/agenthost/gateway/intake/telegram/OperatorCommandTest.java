package dev.agenthost.gateway.intake.telegram;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotRecords;
import dev.agenthost.gateway.bot.ScriptedDelivery;
import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.TakeoverCommand;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
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

    private final Instant sent = Instant.now().truncatedTo(ChronoUnit.SECONDS);
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
        BotRecords.register(bots, registration);
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
            assertThat(command.at()).isEqualTo(sent);
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
                .put("date", sent.getEpochSecond())
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
