package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the answers of a bot at Telegram from Kafka to its chat and its receipts, with the settings of both services. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class TelegramTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long CHAT = 7;

    private static ScriptedTelegram telegram;

    @Inject
    BotRegistry bots;

    @BeforeAll
    static void startTelegram() throws IOException {
        URI address = URI.create(ConfigProvider.getConfig().getValue("agenthost.telegram.api-url", String.class));
        telegram = new ScriptedTelegram(DeliverySettings.BOT_TOKEN, "shop_bot", address.getPort());
    }

    @AfterAll
    static void stopTelegram() {
        telegram.close();
    }

    @Test
    void aRunIsTypingThenADraftThenMessagesWithTheirReceipts() throws UndecodableException {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(new BotRegistration(
                "bot",
                "demo",
                BotPlatform.TELEGRAM,
                "bot",
                true,
                Map.of("token", List.of("BOT_TOKEN")),
                JsonNodeFactory.instance.objectNode(),
                1,
                null));
        Awaitility.await().atMost(LIMIT).until(() -> !bots.isEmpty());
        DeliveryTopics.publish(run.record(
                1,
                1,
                run.startedOn(new DeliveryContext(
                        "telegram",
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("chat_id", CHAT)
                                .put("chat_type", "private"),
                        true,
                        false,
                        false,
                        4096L,
                        JsonNodeFactory.instance.objectNode()))));
        await().atMost(LIMIT).until(() -> !telegram.calls("sendChatAction").isEmpty());
        DeliveryTopics.publish(run.record(1, 2, DeliveredRun.delta("hel")));
        await().atMost(LIMIT)
                .until(() -> telegram.draft(CHAT).path("text").asText().equals("hel"));
        DeliveryTopics.publish(run.record(1, 3, DeliveredRun.message("hello"), DeliveredRun.failed("runner.error")));

        List<DeliveryReceipt> receipts = new ArrayList<>();
        for (var record :
                DeliveryTopics.await(Topics.DELIVERY_RECEIPTS, 2, r -> new String(r.value(), StandardCharsets.UTF_8)
                        .contains(run.runId().toString()))) {
            receipts.add(ProtocolCodec.decode(record.value(), DeliveryReceipt.class));
        }

        assertThat(receipts)
                .allSatisfy(receipt -> assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED))
                .extracting(DeliveryReceipt::platformMessageId)
                .isEqualTo(telegram.messages(CHAT).stream()
                        .map(message -> message.path("message_id").asText())
                        .toList());
        assertThat(telegram.messages(CHAT).getFirst().path("text").asText()).isEqualTo("hello");
        assertThat(telegram.draft(CHAT)).isEmpty();
    }
}
