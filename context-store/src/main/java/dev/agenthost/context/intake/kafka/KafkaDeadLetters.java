package dev.agenthost.context.intake.kafka;

import dev.agenthost.context.intake.DeadLetters;
import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.context.intake.Reading;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.watch.deadletter.DeadLetterCount;
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
public class KafkaDeadLetters implements DeadLetters {
    private static final Logger LOG = Logger.getLogger(KafkaDeadLetters.class);

    private final MutinyEmitter<byte[]> emitter;
    private final DeadLetterCount count;

    KafkaDeadLetters(@Channel("dead-letters") MutinyEmitter<byte[]> emitter, DeadLetterCount count) {
        this.emitter = emitter;
        this.count = count;
    }

    @Override
    public Uni<Void> send(IncomingRecord record, Reading.DeadLetter why) {
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
