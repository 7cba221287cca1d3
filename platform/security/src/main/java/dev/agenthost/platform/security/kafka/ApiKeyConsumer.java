package dev.agenthost.platform.security.kafka;

import dev.agenthost.platform.kafka.CompactedTopicConsumer;
import dev.agenthost.platform.security.ApiKeyRecordReader;
import dev.agenthost.platform.security.ApiKeyRegistry;
import dev.agenthost.protocol.topic.Topics;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/** Reads {@code agent.keys} into the registry; a repetition changes nothing. */
public final class ApiKeyConsumer implements CompactedTopicConsumer.Reader, AutoCloseable {

    private static final Logger LOG = Logger.getLogger(ApiKeyConsumer.class);

    private final ApiKeyRegistry ring;
    private final CompactedTopicConsumer topic;

    /** @param broker the client settings of Kafka */
    public ApiKeyConsumer(Map<String, Object> broker, ApiKeyRegistry ring) {
        this.ring = ring;
        this.topic = new CompactedTopicConsumer(broker, Topics.KEYS, "keys", this);
    }

    public void start() {
        topic.start();
    }

    /** Ends the reading; the registry stays as it is. */
    @Override
    public void close() {
        topic.close();
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        switch (ApiKeyRecordReader.read(record.key(), record.value())) {
            case ApiKeyRecordReader.Reading.Known known -> ring.take(known.key());
            case ApiKeyRecordReader.Reading.Garbage garbage ->
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
