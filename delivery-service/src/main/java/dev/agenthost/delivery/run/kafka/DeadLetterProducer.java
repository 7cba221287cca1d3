package dev.agenthost.delivery.run.kafka;

import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;

/** Records that nobody can use, of any topic read here, kept whole, with the reason. */
@ApplicationScoped
public class DeadLetterProducer {

    private final MutinyEmitter<byte[]> channel;
    private final DeadLetterCounter count;

    DeadLetterProducer(@Channel("dead-letters") MutinyEmitter<byte[]> channel, DeadLetterCounter count) {
        this.channel = channel;
        this.count = count;
    }

    /** Completes when the broker has it. */
    public Uni<Void> publish(ConsumerRecord<byte[], byte[]> raw, DeadLetterReason reason, String detail) {
        RecordHeaders headers = new RecordHeaders(raw.headers().toArray());
        DeadLetterHeaders.of(reason, detail, new RecordPosition(raw.topic(), raw.partition(), raw.offset()))
                .forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
        var metadata = OutgoingKafkaRecordMetadata.<byte[]>builder()
                .withTopic(Topics.dlq(raw.topic()))
                .withPartition(0)
                .withKey(raw.key())
                .withHeaders(headers)
                .build();
        byte[] value = raw.value() == null ? new byte[0] : raw.value();
        return channel.sendMessage(Message.of(value).addMetadata(metadata))
                .invoke(() -> count.setAside(raw.topic(), reason));
    }
}
