package dev.agenthost.orchestrator.lifecycle.kafka;

import dev.agenthost.orchestrator.flowcontrol.RetryLoop;
import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;

/** {@code agent.run-requests.dlq}: key, value and headers as they came, and why. */
@ApplicationScoped
class DeadLetterProducer {
    private static final Logger LOG = Logger.getLogger(DeadLetterProducer.class);

    private final MutinyEmitter<byte[]> topic;
    private final DeadLetterCounter count;

    @Inject
    DeadLetterProducer(@Channel("run-requests-dlq") MutinyEmitter<byte[]> topic, DeadLetterCounter count) {
        this.topic = topic;
        this.count = count;
    }

    /** Completes when the broker has it, however long that takes. */
    Uni<Void> send(ConsumerRecord<byte[], byte[]> record, DeadLetterReason reason, String why) {
        log(record, reason, why);
        RecordHeaders headers = new RecordHeaders(record.headers().toArray());
        DeadLetterHeaders.of(reason, why, RequestDecoder.position(record))
                .forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
        OutgoingKafkaRecordMetadata<byte[]> metadata = OutgoingKafkaRecordMetadata.<byte[]>builder()
                .withKey(record.key())
                .withPartition(0)
                .withHeaders(headers)
                .build();
        byte[] value = record.value() == null ? new byte[0] : record.value();
        return RetryLoop.call(() -> topic.sendMessage(Message.of(value).addMetadata(metadata)))
                .invoke(() -> count.setAside(record.topic(), reason));
    }

    private static void log(ConsumerRecord<byte[], byte[]> record, DeadLetterReason reason, String why) {
        LOG.warnf(
                "dead letter: topic=%s partition=%d offset=%d errorCode=%s (%s)",
                record.topic(), record.partition(), record.offset(), reason.wire(), why);
    }
}
