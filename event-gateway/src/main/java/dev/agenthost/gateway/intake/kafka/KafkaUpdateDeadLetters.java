package dev.agenthost.gateway.intake.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.intake.UpdateDeadLetters;
import dev.agenthost.platform.kafka.DeadLetterSender;
import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jboss.logging.Logger;

/**
 * Publishes updates on {@code agent.inbound.<platform>.dlq}, under the id of their bot. They come from no topic, so they name no position
 * and cannot be redriven.
 */
public final class KafkaUpdateDeadLetters implements UpdateDeadLetters {
    private static final Logger LOG = Logger.getLogger(KafkaUpdateDeadLetters.class);

    private final DeadLetterSender sender;
    private final DeadLetterCounter counter;

    public KafkaUpdateDeadLetters(DeadLetterSender sender, DeadLetterCounter counter) {
        this.sender = sender;
        this.counter = counter;
    }

    @Override
    public boolean deadLetter(BotRegistration bot, JsonNode update, DeadLetterReason reason, String detail)
            throws InterruptedException {
        String topic = Topics.inbound(bot.platform().wire());
        LOG.warnf("dead letter: topic=%s botId=%s errorCode=%s (%s)", topic, bot.botId(), reason.wire(), detail);
        CompletableFuture<Void> sent = sender.send(letter(topic, bot, update, reason, detail))
                .subscribe()
                .asCompletionStage();
        try {
            sent.get();
        } catch (ExecutionException e) {
            LOG.warnf("dead letter not stored: topic=%s botId=%s %s", topic, bot.botId(), e.getCause());
            return false;
        }
        counter.deadLettered(topic, reason);
        return true;
    }

    private static ProducerRecord<byte[], byte[]> letter(
            String topic, BotRegistration bot, JsonNode update, DeadLetterReason reason, String detail) {
        ProducerRecord<byte[], byte[]> letter =
                new ProducerRecord<>(Topics.dlq(topic), 0, bytes(bot.botId()), ProtocolCodec.encode(update));
        letter.headers().add(CloudEventHeaders.WORKSPACE, bytes(bot.workspaceId()));
        letter.headers().add(DeadLetterHeaders.REASON, bytes(reason.wire()));
        letter.headers().add(DeadLetterHeaders.DETAIL, bytes(detail));
        return letter;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
