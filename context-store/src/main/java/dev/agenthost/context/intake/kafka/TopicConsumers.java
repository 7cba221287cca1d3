package dev.agenthost.context.intake.kafka;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.OffsetRepository;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.DeadLetterProducer;
import dev.agenthost.platform.kafka.RetryStatus;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The four topics, batch after batch, each on its own line. */
@ApplicationScoped
public class TopicConsumers {
    private final TopicBatchProcessor events;
    private final TopicBatchProcessor results;
    private final TopicBatchProcessor receipts;
    private final TopicBatchProcessor audit;
    private final DeadLetterProducer deadLetters;

    TopicConsumers(
            BatchRepository repository,
            OffsetRepository offsets,
            AppliedOffsets known,
            DeadLetterProducer deadLetters,
            ConsumerRetryPolicy retries,
            RetryStatus status) {
        events = new TopicBatchProcessor(Topics.EVENTS, repository, offsets, known, retries, status);
        results = new TopicBatchProcessor(Topics.RUN_RESULTS, repository, offsets, known, retries, status);
        receipts = new TopicBatchProcessor(Topics.DELIVERY_RECEIPTS, repository, offsets, known, retries, status);
        audit = new TopicBatchProcessor(Topics.AUDIT, repository, offsets, known, retries, status);
        this.deadLetters = deadLetters;
    }

    @Incoming("events")
    Uni<Void> events(ConsumerRecords<byte[], byte[]> records) {
        return take(events, records);
    }

    @Incoming("results")
    Uni<Void> results(ConsumerRecords<byte[], byte[]> records) {
        return take(results, records);
    }

    @Incoming("receipts")
    Uni<Void> receipts(ConsumerRecords<byte[], byte[]> records) {
        return take(receipts, records);
    }

    @Incoming("audit")
    Uni<Void> audit(ConsumerRecords<byte[], byte[]> records) {
        return take(audit, records);
    }

    private Uni<Void> take(TopicBatchProcessor topic, ConsumerRecords<byte[], byte[]> records) {
        return topic.take(
                records(records),
                (record, why) ->
                        deadLetters.deadLetter(record.position().topic(), raw(records, record.position()), why));
    }

    /** Finds the record of a position; a dead letter has its key, value and headers to the byte. */
    private static ConsumerRecord<byte[], byte[]> raw(
            ConsumerRecords<byte[], byte[]> records, RecordPosition position) {
        return records.records(new TopicPartition(position.topic(), position.partition())).stream()
                .filter(record -> record.offset() == position.offset())
                .findFirst()
                .orElseThrow();
    }

    private static List<IncomingRecord> records(ConsumerRecords<byte[], byte[]> records) {
        List<IncomingRecord> incoming = new ArrayList<>(records.count());
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Map<String, String> headers = new HashMap<>();
            for (Header header : record.headers()) {
                if (header.value() != null) {
                    headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
                }
            }
            incoming.add(new IncomingRecord(
                    new RecordPosition(record.topic(), record.partition(), record.offset()),
                    Instant.ofEpochMilli(Math.max(0, record.timestamp())),
                    headers,
                    record.key(),
                    record.value()));
        }
        return incoming;
    }
}
