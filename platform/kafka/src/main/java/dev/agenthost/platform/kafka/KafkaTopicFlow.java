package dev.agenthost.platform.kafka;

import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/** Controls the consumer of a channel on its polling thread, in the order of the calls. */
@ApplicationScoped
class KafkaTopicFlow implements TopicFlow {
    private static final Logger LOG = Logger.getLogger(KafkaTopicFlow.class);

    private final KafkaClientService clients;
    private final InOrderCommitHandler.Factory commits;

    KafkaTopicFlow(KafkaClientService clients, @Identifier("in-order") InOrderCommitHandler.Factory commits) {
        this.clients = clients;
        this.commits = commits;
    }

    @Override
    public void acknowledge(String channel, Iterable<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            commits.processed(channel, new TopicPartition(record.topic(), record.partition()), record.offset());
        }
    }

    @Override
    public void pause(String channel, String topic) {
        each(channel, topic, Consumer::assignment, Consumer::pause);
    }

    @Override
    public void resume(String channel, String topic) {
        each(channel, topic, Consumer::paused, Consumer::resume);
    }

    private void each(
            String channel,
            String topic,
            Function<Consumer<?, ?>, Set<TopicPartition>> known,
            BiConsumer<Consumer<?, ?>, Collection<TopicPartition>> change) {
        clients.getConsumer(channel)
                .runOnPollingThread((Consumer<Object, Object> consumer) -> {
                    List<TopicPartition> partitions = known.apply(consumer).stream()
                            .filter(partition -> partition.topic().equals(topic))
                            .toList();
                    change.accept(consumer, partitions);
                })
                .subscribe()
                .with(done -> {}, closed -> LOG.debugf("%s is neither paused nor resumed: %s", topic, closed));
    }
}
