package dev.agenthost.door.key.kafka;

import dev.agenthost.door.compacted.kafka.CompactedTopic;
import dev.agenthost.door.key.KeyRecords;
import dev.agenthost.door.key.KeyRing;
import dev.agenthost.protocol.topic.Topics;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/** Reads {@code agent.keys} into the ring, for which a repetition changes nothing. */
public final class KeyReader implements CompactedTopic.Reader, AutoCloseable {

    private static final Logger LOG = Logger.getLogger(KeyReader.class);

    private final KeyRing ring;
    private final CompactedTopic topic;

    /** @param broker how clients reach Kafka */
    public KeyReader(Map<String, Object> broker, KeyRing ring) {
        this.ring = ring;
        this.topic = new CompactedTopic(broker, Topics.KEYS, "keys", this);
    }

    public void start() {
        topic.start();
    }

    /** Ends the reading; the ring stays as it is. */
    @Override
    public void close() {
        topic.close();
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        switch (KeyRecords.read(record.key(), record.value())) {
            case KeyRecords.Reading.Known known -> ring.take(known.key());
            case KeyRecords.Reading.Garbage garbage ->
                LOG.errorf(
                        "a record is no key and is passed over: topic=%s partition=%d offset=%d: %s",
                        record.topic(), record.partition(), record.offset(), garbage.why());
        }
    }

    @Override
    public void complete() {
        ring.complete();
        LOG.info("all keys are read");
    }
}
