package dev.agenthost.binding.resolution.kafka;

import dev.agenthost.binding.catalog.BindingSet;
import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.binding.resolution.RecordResolution;
import dev.agenthost.binding.resolution.ResolutionEffects;
import dev.agenthost.binding.resolution.ResolutionRow;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The records of one poll.
 *
 * @param rows the resolved events, in the order of their partitions
 * @param unreadable dead letters of the other records
 */
record EventBatch(
        List<ResolutionRow> rows,
        List<OutboundRecord> unreadable,
        Map<RecordPosition, ConsumerRecord<byte[], byte[]>> records) {
    private static final Logger LOG = Logger.getLogger(EventBatch.class);

    static EventBatch read(Iterable<ConsumerRecord<byte[], byte[]>> records, BindingSet bindings, Instant now) {
        List<ResolutionRow> rows = new ArrayList<>();
        List<OutboundRecord> unreadable = new ArrayList<>();
        Map<RecordPosition, ConsumerRecord<byte[], byte[]>> byPosition = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            byPosition.put(position(record), record);
            switch (reading(record, bindings, now)) {
                case RecordResolution.Resolved resolved -> rows.add(resolved.row());
                case RecordResolution.Unreadable no -> unreadable.add(DeadLetter.of(record, no.reason(), no.detail()));
            }
        }
        return new EventBatch(rows, unreadable, byPosition);
    }

    /** Returns the dead letters of unreadable records and of rows that the store refused. */
    Stream<OutboundRecord> deadLetters(List<ResolutionEffects.Refusal> refused) {
        return Stream.concat(
                unreadable.stream(),
                refused.stream()
                        .map(refusal -> DeadLetter.of(
                                Objects.requireNonNull(
                                        records.get(refusal.row().resolution().eventPosition())),
                                DeadLetterReason.REFUSED_BY_DATABASE,
                                refusal.why())));
    }

    /** Resolves one record; a bug that one record triggers does not block the others. */
    private static RecordResolution reading(ConsumerRecord<byte[], byte[]> record, BindingSet bindings, Instant now) {
        try {
            return RecordResolution.of(record.value(), position(record), traceparent(record), bindings, now);
        } catch (RuntimeException e) {
            LOG.errorf(
                    e,
                    "an event could not be resolved: topic=%s partition=%d offset=%d",
                    record.topic(),
                    record.partition(),
                    record.offset());
            return new RecordResolution.Unreadable(DeadLetterReason.INVALID, "it could not be resolved");
        }
    }

    private static RecordPosition position(ConsumerRecord<byte[], byte[]> record) {
        return new RecordPosition(record.topic(), record.partition(), record.offset());
    }

    private static @Nullable String traceparent(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(CloudEventHeaders.TRACEPARENT);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
