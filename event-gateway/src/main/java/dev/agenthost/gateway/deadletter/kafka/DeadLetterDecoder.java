package dev.agenthost.gateway.deadletter.kafka;

import dev.agenthost.gateway.deadletter.DeadLetterContent;
import dev.agenthost.gateway.deadletter.DeadLetterContent.HeaderValue;
import dev.agenthost.gateway.deadletter.DeadLetterRecord;
import dev.agenthost.gateway.deadletter.DeadLetterTopic;
import dev.agenthost.gateway.deadletter.TopicOwners;
import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Reads what the headers of a dead letter say. Whoever wrote the record chose them, so none is trusted to be well-formed. */
final class DeadLetterDecoder {
    private static final int MOST_DETAIL = 1_000;

    private final TopicOwners owners;

    DeadLetterDecoder(TopicOwners owners) {
        this.owners = owners;
    }

    DeadLetterRecord record(DeadLetterTopic topic, ConsumerRecord<byte[], byte[]> record) {
        Headers headers = record.headers();
        String detail = text(headers, DeadLetterHeaders.DETAIL);
        return new DeadLetterRecord(
                new RecordPosition(record.topic(), record.partition(), record.offset()),
                Instant.ofEpochMilli(record.timestamp()),
                reason(text(headers, DeadLetterHeaders.REASON)),
                detail == null || detail.length() <= MOST_DETAIL ? detail : detail.substring(0, MOST_DETAIL),
                origin(topic, headers),
                workspace(topic, headers),
                count(text(headers, RedriveHeaders.COUNT)),
                position(text(headers, RedriveHeaders.FROM)),
                record.value() == null ? 0 : record.value().length);
    }

    DeadLetterContent content(DeadLetterTopic topic, ConsumerRecord<byte[], byte[]> record) {
        List<HeaderValue> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            headers.add(new HeaderValue(header.key(), header.value()));
        }
        return new DeadLetterContent(record(topic, record), headers, record.key(), record.value());
    }

    private static String reason(@Nullable String text) {
        return text != null && WireName.find(DeadLetterReason.class, text).isPresent()
                ? text
                : DeadLetterRecord.UNKNOWN_REASON;
    }

    /** Returns the position that the headers name, if it is on the topic whose dead letters these are. */
    private static @Nullable RecordPosition origin(DeadLetterTopic topic, Headers headers) {
        String partition = text(headers, DeadLetterHeaders.PARTITION);
        String offset = text(headers, DeadLetterHeaders.OFFSET);
        if (partition == null
                || offset == null
                || !topic.original().equals(text(headers, DeadLetterHeaders.TOPIC))
                || !partition.matches("\\d{1,9}")
                || !offset.matches("\\d{1,18}")) {
            return null;
        }
        return new RecordPosition(topic.original(), Integer.parseInt(partition), Long.parseLong(offset));
    }

    /** Returns the owner: of an adapter's record that of the settings, of a service's record that of its header. */
    private @Nullable String workspace(DeadLetterTopic topic, Headers headers) {
        if (owners.isOfAdapter(topic)) {
            return owners.workspace(topic).orElse(null);
        }
        String workspace = text(headers, CloudEventHeaders.WORKSPACE);
        return workspace == null || workspace.isBlank() ? null : workspace;
    }

    private static int count(@Nullable String text) {
        return text != null && text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
    }

    private static @Nullable String position(@Nullable String text) {
        try {
            return text == null ? null : RecordPosition.parse(text).toString();
        } catch (IllegalArgumentException invalid) {
            return null;
        }
    }

    /** Returns the last header of that name: a record may bring one of its own, and the service adds its after it. */
    private static @Nullable String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
