package dev.agenthost.delivery.takeover.kafka;

import dev.agenthost.delivery.takeover.ChangeOutbox.ChangeProducer;
import dev.agenthost.delivery.takeover.ChangeRecord;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;

/** {@code agent.takeovers} and {@code agent.audit}. */
@ApplicationScoped
class KafkaChangeProducer implements ChangeProducer {
    private final MutinyEmitter<byte[]> channel;

    KafkaChangeProducer(@Channel("changes") MutinyEmitter<byte[]> channel) {
        this.channel = channel;
    }

    @Override
    public Uni<Void> publish(List<ChangeRecord> records) {
        return Multi.createFrom()
                .iterable(records)
                .onItem()
                .transformToUniAndConcatenate(record -> channel.sendMessage(message(record)))
                .collect()
                .last();
    }

    private static Message<byte[]> message(ChangeRecord record) {
        RecordHeaders headers = new RecordHeaders();
        record.headers().forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
        return Message.of(record.value())
                .addMetadata(OutgoingKafkaRecordMetadata.<byte[]>builder()
                        .withTopic(record.topic())
                        .withPartition(record.partition())
                        .withKey(record.key().getBytes(StandardCharsets.UTF_8))
                        .withHeaders(headers)
                        .build());
    }
}
