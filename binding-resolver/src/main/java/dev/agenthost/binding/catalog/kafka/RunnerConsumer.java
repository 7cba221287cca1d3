package dev.agenthost.binding.catalog.kafka;

import dev.agenthost.binding.catalog.RunnerCatalog;
import dev.agenthost.binding.catalog.RunnerRecords;
import dev.agenthost.platform.kafka.CompactedTopicConsumer;
import dev.agenthost.protocol.topic.Topics;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/** Reads {@code agent.runners} into memory. No component waits for it: unread runners are unknown. */
public final class RunnerConsumer implements CompactedTopicConsumer.Reader, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(RunnerConsumer.class);

    private final RunnerCatalog runners;
    private final CompactedTopicConsumer topic;

    /** @param broker Kafka client settings */
    public RunnerConsumer(Map<String, Object> broker, RunnerCatalog runners) {
        this.runners = runners;
        this.topic = new CompactedTopicConsumer(broker, Topics.RUNNERS, "runners", this);
    }

    public void start() {
        topic.start();
    }

    @Override
    public void close() {
        topic.close();
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        switch (RunnerRecords.read(record.key(), record.value())) {
            case RunnerRecords.Reading.Known known -> runners.take(known.runner());
            case RunnerRecords.Reading.Gone gone -> runners.forget(gone.runnerId());
            case RunnerRecords.Reading.Garbage garbage ->
                LOG.errorf(
                        "a record is no runner and is passed over: topic=%s partition=%d offset=%d: %s",
                        record.topic(), record.partition(), record.offset(), garbage.why());
        }
    }

    @Override
    public void complete() {
        LOG.debug("all runners are read");
    }
}
