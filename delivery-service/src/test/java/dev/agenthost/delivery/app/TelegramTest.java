package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.delivery.DeliveredRun;
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
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the answers of a bot at Telegram from Kafka to its receipts, with the settings of both services. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class TelegramTest {

    @Test
    void eachPartIsSentAndItsReceiptHasTheIdOfItsMessage() throws UndecodableException {
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
        DeliveryTopics.publish(run.record(
                1,
                1,
                run.startedOn(new DeliveryContext(
                        "telegram",
                        JsonNodeFactory.instance.objectNode().put("chat_id", 7).put("chat_type", "private"),
                        true,
                        false,
                        false,
                        4096L,
                        JsonNodeFactory.instance.objectNode())),
                DeliveredRun.message("hello"),
                DeliveredRun.failed("runner.error")));

        var receipts =
                DeliveryTopics.await(Topics.DELIVERY_RECEIPTS, 2, r -> new String(r.value(), StandardCharsets.UTF_8)
                        .contains(run.runId().toString()));

        long before = 0;
        for (var record : receipts) {
            DeliveryReceipt receipt = ProtocolCodec.decode(record.value(), DeliveryReceipt.class);
            assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(receipt.surface()).isEqualTo("telegram");
            long id = Long.parseLong(receipt.platformMessageId());
            assertThat(id).isGreaterThan(before);
            before = id;
        }
    }
}
