package dev.agenthost.platform.kafka;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/**
 * The form of the records of a compacted topic whose values have their own key.
 *
 * @param name in the log, such as {@code bot}
 * @param key of a value
 */
public record CompactedRecord<T>(String name, Class<T> type, Function<T, String> key) {
    private static final Logger LOG = Logger.getLogger(CompactedRecord.class);

    /** Returns the value; empty, with a line in the log, if it cannot be read or has another key than the record. */
    public Optional<T> read(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null) {
            return passOver(record, "the record has no key or no value");
        }
        try {
            T value = ProtocolCodec.decode(record.value(), type);
            return key.apply(value).equals(new String(record.key(), StandardCharsets.UTF_8))
                    ? Optional.of(value)
                    : passOver(record, "the record key differs from the key in the value");
        } catch (UndecodableException e) {
            return passOver(record, e.field() + " " + e.why());
        }
    }

    private Optional<T> passOver(ConsumerRecord<byte[], byte[]> record, String why) {
        LOG.errorf(
                "a record is no %s and is passed over: topic=%s partition=%d offset=%d: %s",
                name, record.topic(), record.partition(), record.offset(), why);
        return Optional.empty();
    }
}
