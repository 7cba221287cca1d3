package dev.agenthost.binding.resolution.kafka;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** A record set aside: its value to the byte, its key and headers as far as they are text, and why it lies there. */
final class DeadLetter {
    private DeadLetter() {}

    static OutboundRecord of(ConsumerRecord<byte[], byte[]> record, DeadLetterReason reason, String detail) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), text(header.value()));
        }
        headers.putAll(DeadLetterHeaders.of(
                reason, detail, new RecordPosition(record.topic(), record.partition(), record.offset())));
        byte[] value = record.value();
        return new OutboundRecord(
                Topics.dlq(record.topic()), 0, text(record.key()), value == null ? new byte[0] : value, headers);
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
