package dev.agenthost.context.intake.kafka;

import dev.agenthost.context.intake.BatchLedger;
import dev.agenthost.context.intake.IncomingRecord;
import dev.agenthost.context.intake.IntakeCondition;
import dev.agenthost.context.offset.AppliedOffsets;
import dev.agenthost.context.offset.OffsetLedger;
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
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The four topics, batch after batch, each on its own line. */
@ApplicationScoped
public class TopicConsumers {
    private final IntakeLine events;
    private final IntakeLine results;
    private final IntakeLine receipts;
    private final IntakeLine audit;

    TopicConsumers(
            BatchLedger ledger,
            OffsetLedger offsets,
            AppliedOffsets known,
            KafkaDeadLetters deadLetters,
            IntakeCondition condition) {
        events = new IntakeLine(Topics.EVENTS, ledger, offsets, known, deadLetters, condition);
        results = new IntakeLine(Topics.RUN_RESULTS, ledger, offsets, known, deadLetters, condition);
        receipts = new IntakeLine(Topics.DELIVERY_RECEIPTS, ledger, offsets, known, deadLetters, condition);
        audit = new IntakeLine(Topics.AUDIT, ledger, offsets, known, deadLetters, condition);
    }

    @Incoming("events")
    Uni<Void> events(ConsumerRecords<byte[], byte[]> records) {
        return events.take(records(records));
    }

    @Incoming("results")
    Uni<Void> results(ConsumerRecords<byte[], byte[]> records) {
        return results.take(records(records));
    }

    @Incoming("receipts")
    Uni<Void> receipts(ConsumerRecords<byte[], byte[]> records) {
        return receipts.take(records(records));
    }

    @Incoming("audit")
    Uni<Void> audit(ConsumerRecords<byte[], byte[]> records) {
        return audit.take(records(records));
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
