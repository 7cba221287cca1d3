package dev.agenthost.platform.kafka;

import dev.agenthost.platform.observability.ConsumerRegistry;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.IncomingKafkaRecord;
import io.smallrye.reactive.messaging.kafka.KafkaConnectorIncomingConfiguration;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import io.smallrye.reactive.messaging.kafka.commit.KafkaCommitHandler;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Commits the position behind the last acknowledged record of each partition, for channels that acknowledge in the order of the records.
 * The position of a partition is read when the partition is assigned, inside of the poll that assigns it. The connector's own strategy
 * {@code throttled} reads it at the first record instead, on the polling thread: behind the next poll, which takes up to a second without
 * other records.
 */
final class InOrderCommitHandler implements KafkaCommitHandler {
    private static final Logger LOG = Logger.getLogger(InOrderCommitHandler.class);
    private static final int DEFAULT_INTERVAL_MILLIS = 1_000;

    private final Vertx vertx;
    private final KafkaConsumer<?, ?> consumer;
    private final Runnable joined;
    /** The next offset to process of every assigned partition. */
    private final Map<TopicPartition, Long> next = new ConcurrentHashMap<>();
    /** Offsets of {@link #next} that are committed to Kafka. */
    private final Map<TopicPartition, Long> committed = new ConcurrentHashMap<>();

    private final long timer;

    /** {@code commit-strategy=in-order}. */
    @ApplicationScoped
    @Identifier("in-order")
    static class Factory implements KafkaCommitHandler.Factory {
        private final Map<String, InOrderCommitHandler> byChannel = new ConcurrentHashMap<>();
        private final ConsumerRegistry consumers;

        Factory(ConsumerRegistry consumers) {
            this.consumers = consumers;
        }

        @Override
        public InOrderCommitHandler create(
                KafkaConnectorIncomingConfiguration config,
                Vertx vertx,
                KafkaConsumer<?, ?> consumer,
                BiConsumer<Throwable, Boolean> reportFailure) {
            int interval = config.config()
                    .getOptionalValue(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG, Integer.class)
                    .orElse(DEFAULT_INTERVAL_MILLIS);
            String channel = config.getChannel();
            InOrderCommitHandler handler =
                    new InOrderCommitHandler(vertx, consumer, interval, () -> consumers.joined(channel));
            consumers.joins(channel);
            byChannel.put(channel, handler);
            return handler;
        }

        /** Moves the position to the offset from which the consumer reads on; the next tick commits it. */
        void moved(TopicPartition partition, long offset) {
            byChannel.values().forEach(handler -> handler.moved(partition, offset));
        }

        /** Returns the next offset to process of each partition of the channel's consumer. */
        Map<TopicPartition, Long> next(String channel) {
            InOrderCommitHandler handler = byChannel.get(channel);
            return handler == null ? Map.of() : Map.copyOf(handler.next);
        }

        /** Moves the positions of the channel's consumer behind a record, as the acknowledgement of its batch would. */
        void processed(String channel, TopicPartition partition, long offset) {
            InOrderCommitHandler handler = byChannel.get(channel);
            if (handler != null) {
                handler.processed(partition, offset);
            }
        }
    }

    /** @param joined called each time the group has assigned partitions to the consumer */
    InOrderCommitHandler(Vertx vertx, KafkaConsumer<?, ?> consumer, int intervalMillis, Runnable joined) {
        this.vertx = vertx;
        this.consumer = consumer;
        this.joined = joined;
        this.timer = vertx.setPeriodic(intervalMillis, tick -> tick());
    }

    /** Called on the polling thread, before a record of these partitions is fetched. */
    @Override
    public void partitionsAssigned(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            long position = consumer.unwrap().position(partition);
            next.put(partition, position);
            committed.put(partition, position);
        }
        joined.run();
    }

    private void moved(TopicPartition partition, long offset) {
        Long before = next.replace(partition, offset);
        if (before != null && before != offset) {
            committed.put(partition, -1L);
        }
    }

    /** Called on the polling thread. Commits the acknowledged positions before another consumer begins. */
    @Override
    public void partitionsRevoked(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> last = new HashMap<>();
        for (TopicPartition partition : partitions) {
            Long position = next.remove(partition);
            Long before = committed.remove(partition);
            if (position != null && !position.equals(before)) {
                last.put(partition, new OffsetAndMetadata(position));
            }
        }
        if (last.isEmpty()) {
            return;
        }
        try {
            consumer.unwrap().commitSync(last);
        } catch (KafkaException lost) {
            LOG.debugf("offsets of revoked partitions are not committed: %s", lost.toString());
        }
    }

    @Override
    public <K, V> Uni<Void> handle(IncomingKafkaRecord<K, V> record) {
        processed(new TopicPartition(record.getTopic(), record.getPartition()), record.getOffset());
        return Uni.createFrom().voidItem().runSubscriptionOn(record::runOnMessageContext);
    }

    /** An acknowledgement that comes after its partition was revoked, or is older than the position, changes nothing. */
    private void processed(TopicPartition partition, long offset) {
        next.computeIfPresent(partition, (known, position) -> Math.max(position, offset + 1));
    }

    @Override
    public void terminate(boolean graceful) {
        vertx.cancelTimer(timer);
    }

    private void tick() {
        if (!next.equals(committed)) {
            consumer.runOnPollingThread(this::commit)
                    .subscribe()
                    .with(done -> {}, closed -> LOG.debugf("offsets are not committed: %s", closed.toString()));
        }
    }

    /** Runs on the polling thread, so that no partition is revoked meanwhile: a commit after that could undo its new owner's. */
    private void commit(Consumer<?, ?> client) {
        Map<TopicPartition, OffsetAndMetadata> moved = new HashMap<>();
        next.forEach((partition, position) -> {
            if (!position.equals(committed.put(partition, position))) {
                moved.put(partition, new OffsetAndMetadata(position));
            }
        });
        client.commitAsync(moved, (offsets, failure) -> {
            if (failure != null) {
                LOG.debugf("offsets are not committed: %s", failure.toString());
                // The next tick commits them again.
                offsets.forEach((partition, offset) -> committed.replace(partition, offset.offset(), -1L));
            }
        });
    }
}
