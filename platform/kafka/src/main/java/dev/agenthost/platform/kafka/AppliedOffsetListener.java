package dev.agenthost.platform.kafka;

import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Starts an assigned partition at the applied offset that the service has stored, regardless of the commits in Kafka. While the database or
 * the broker does not answer, it waits on the polling thread: no record could be applied. A service that names this listener in its channel
 * ({@code consumer-rebalance-listener.name=applied-offsets}) has an {@link AppliedOffsetRepository}.
 */
@ApplicationScoped
@Identifier("applied-offsets")
public class AppliedOffsetListener implements KafkaConsumerRebalanceListener {
    private static final Logger LOG = Logger.getLogger(AppliedOffsetListener.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final long PAUSE_MILLIS = 200;

    private final Supplier<AppliedOffsetRepository> repository;
    private final Function<Collection<TopicPartition>, Map<TopicPartition, PartitionLog>> logs;
    private final AppliedOffsetRegistry registry;
    private final BiConsumer<TopicPartition, Long> commits;
    private volatile boolean closing;

    @Inject
    AppliedOffsetListener(
            Instance<AppliedOffsetRepository> repository,
            @Identifier("default-kafka-broker") Map<String, Object> broker,
            AppliedOffsetRegistry registry,
            @Identifier("in-order") InOrderCommitHandler.Factory commits) {
        this(repository::get, new PartitionLogReader(broker), registry, commits::moved);
    }

    /** @param commits receives the first offset of each partition */
    public AppliedOffsetListener(
            Supplier<AppliedOffsetRepository> repository,
            Function<Collection<TopicPartition>, Map<TopicPartition, PartitionLog>> logs,
            AppliedOffsetRegistry registry,
            BiConsumer<TopicPartition, Long> commits) {
        this.repository = repository;
        this.logs = logs;
        this.registry = registry;
        this.commits = commits;
    }

    void stop(@Observes ShutdownEvent event) {
        closing = true;
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        starts(partitions).forEach((partition, start) -> {
            consumer.seek(partition, start.offset());
            commits.accept(partition, start.offset());
            registry.assigned(partition, start.offset());
            report(partition, start);
        });
    }

    private Map<TopicPartition, StartOffset> starts(Collection<TopicPartition> partitions) {
        while (true) {
            try {
                return read(partitions);
            } catch (RuntimeException unavailable) {
                if (closing) {
                    throw unavailable;
                }
                LOG.warnf(unavailable, "the applied offsets of %s cannot be read; tries again", partitions);
                pause();
            }
        }
    }

    private Map<TopicPartition, StartOffset> read(Collection<TopicPartition> partitions) {
        Map<TopicPartition, PartitionLog> found = logs.apply(partitions);
        Map<TopicPartition, AppliedOffset> loaded =
                repository.get().load(partitions).await().atMost(TIMEOUT);
        Map<TopicPartition, StartOffset> starts = new HashMap<>();
        Map<TopicPartition, AppliedOffset> replaced = new HashMap<>();
        found.forEach((partition, log) -> {
            StartOffset start = StartOffset.of(loaded.get(partition), log);
            starts.put(partition, start);
            if (!(start instanceof StartOffset.Stored)) {
                replaced.put(partition, new AppliedOffset(log.topicId(), start.offset()));
            }
        });
        if (!replaced.isEmpty()) {
            repository.get().replace(replaced, loaded).await().atMost(TIMEOUT);
        }
        return starts;
    }

    private static void report(TopicPartition partition, StartOffset start) {
        switch (start) {
            case StartOffset.Stored stored -> {}
            case StartOffset.First first -> {}
            case StartOffset.Recreated recreated ->
                LOG.warnf("%s was created again and is read from its beginning, %d", partition, recreated.offset());
            case StartOffset.Truncated truncated ->
                LOG.errorf(
                        "%s ends before the applied offset: the broker has lost records. It is read from its beginning, %d",
                        partition, truncated.offset());
            case StartOffset.Expired expired ->
                LOG.warnf(
                        "%s begins after the applied offset: its retention has deleted records. It is read from its beginning, %d",
                        partition, expired.offset());
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
