package dev.agenthost.local.check;

import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a record that a service of Agent Host writes: a CloudEvent in binary mode of one type, which the codec can read,
 * under its key and in its partition.
 *
 * @param key required key of the record; null if any is valid
 * @param order partitioning key of the record; null if any partition is valid
 */
record ServiceRecordRules<T>(
        String type,
        Class<T> document,
        @Nullable Function<T, String> key,
        @Nullable Function<T, String> order,
        Function<T, Optional<RuleViolation>> more)
        implements TopicRules {
    private static final List<String> REQUIRED = List.of(
            CloudEventHeaders.SPEC_VERSION,
            CloudEventHeaders.ID,
            CloudEventHeaders.TYPE,
            CloudEventHeaders.SOURCE,
            CloudEventHeaders.TIME,
            CloudEventHeaders.CONTENT_TYPE,
            CloudEventHeaders.WORKSPACE);

    static <T> ServiceRecordRules<T> of(String type, Class<T> document) {
        return new ServiceRecordRules<>(type, document, null, null, read -> Optional.empty());
    }

    static <T> ServiceRecordRules<T> of(String type, Class<T> document, Function<T, String> key) {
        return new ServiceRecordRules<>(type, document, key, null, read -> Optional.empty());
    }

    static <T> ServiceRecordRules<T> of(
            String type, Class<T> document, Function<T, String> key, Function<T, String> order) {
        return new ServiceRecordRules<>(type, document, key, order, read -> Optional.empty());
    }

    /** Three types on one topic, whose number of partitions is its operator's. */
    static TopicRules outbound() {
        var deltas = of(CloudEventHeaders.OUTBOUND_DELTA_TYPE, OutboundDelta.class);
        var failures = of(CloudEventHeaders.OUTBOUND_FAILURE_TYPE, OutboundReply.class);
        var messages = of(CloudEventHeaders.OUTBOUND_MESSAGE_TYPE, OutboundReply.class);
        return record -> {
            String type = record.headers().getOrDefault(CloudEventHeaders.TYPE, "");
            return type.equals(deltas.type)
                    ? deltas.check(record)
                    : (type.equals(failures.type) ? failures : messages).check(record);
        };
    }

    ServiceRecordRules<T> and(Function<T, Optional<RuleViolation>> rule) {
        return new ServiceRecordRules<>(type, document, key, order, rule);
    }

    @Override
    public Optional<RuleViolation> check(TopicRecord record) {
        return headers(record).or(() -> {
            try {
                byte[] value = record.value();
                return content(record, ProtocolCodec.decode(value == null ? new byte[0] : value, document));
            } catch (UndecodableException fault) {
                return wrong("undecodable", fault.field(), fault.why());
            }
        });
    }

    private Optional<RuleViolation> content(TopicRecord record, T read) {
        if (key != null && !key.apply(read).equals(record.key())) {
            return wrong("key", "key", "does not match the record");
        }
        if (order != null
                && ConversationPartitioner.of(order.apply(read))
                        != record.position().partition()) {
            return wrong("partition", "partition", "does not match the record");
        }
        return more.apply(read);
    }

    private Optional<RuleViolation> headers(TopicRecord record) {
        for (String name : REQUIRED) {
            if (record.headers().getOrDefault(name, "").isBlank()) {
                return wrong("header", name, "is missing or empty");
            }
        }
        if (!"1.0".equals(record.headers().get(CloudEventHeaders.SPEC_VERSION))) {
            return wrong("header", CloudEventHeaders.SPEC_VERSION, "is not 1.0");
        }
        if (!type.equals(record.headers().get(CloudEventHeaders.TYPE))) {
            return wrong("header", CloudEventHeaders.TYPE, "is not " + type);
        }
        try {
            Instant.parse(record.headers().get(CloudEventHeaders.TIME));
        } catch (DateTimeException e) {
            return wrong("header", CloudEventHeaders.TIME, "must be a time in UTC");
        }
        return Optional.empty();
    }

    private static Optional<RuleViolation> wrong(String rule, String field, String why) {
        return Optional.of(new RuleViolation(rule, field, why));
    }
}
