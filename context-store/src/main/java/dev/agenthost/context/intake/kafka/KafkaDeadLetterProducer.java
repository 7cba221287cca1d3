package dev.agenthost.context.intake.kafka;

import dev.agenthost.context.intake.DeadLetterProducer;
import dev.agenthost.context.intake.DecodedRecord;
import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;

/** {@code <topic>.dlq}: key and value as they came, the headers and why. */
@ApplicationScoped
public class KafkaDeadLetterProducer implements DeadLetterProducer {
    private static final Logger LOG = Logger.getLogger(KafkaDeadLetterProducer.class);

    private final MutinyEmitter<byte[]> emitter;
    private final DeadLetterCounter count;

    KafkaDeadLetterProducer(@Channel("dead-letters") MutinyEmitter<byte[]> emitter, DeadLetterCounter count) {
        this.emitter = emitter;
        this.count = count;
    }

    @Override
    public Uni<Void> send(IncomingRecord record, DecodedRecord.DeadLetter why) {
        RecordPosition from = record.position();
        LOG.warnf(
                "dead letter: topic=%s partition=%d offset=%d errorCode=%s",
                from.topic(), from.partition(), from.offset(), why.reason().wire());
        Map<String, String> headers = new LinkedHashMap<>(record.headers());
        headers.putAll(DeadLetterHeaders.of(why.reason(), why.detail(), from));
        RecordHeaders wire = new RecordHeaders();
        headers.forEach((name, value) -> wire.add(name, value.getBytes(StandardCharsets.UTF_8)));
        byte[] value = record.value();
        return emitter.sendMessage(Message.of(value == null ? new byte[0] : value)
                        .addMetadata(OutgoingKafkaRecordMetadata.<byte[]>builder()
                                .withTopic(Topics.dlq(from.topic()))
                                .withKey(record.key())
                                .withPartition(0)
                                .withHeaders(wire)
                                .build()))
                .invoke(() -> count.setAside(from.topic(), why.reason()));
    }
}
