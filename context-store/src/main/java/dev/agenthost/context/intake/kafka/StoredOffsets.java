package dev.agenthost.context.intake.kafka;

import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.OffsetRepository;
import dev.agenthost.context.eventlog.PartitionRef;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * An assigned partition starts where the database says, so Kafka's own committed offsets do not matter here (they are still
 * committed, for whoever watches the lag). Without the database it waits on the polling thread: nothing could be applied.
 */
@ApplicationScoped
@Identifier("stored-offsets")
public class StoredOffsets implements KafkaConsumerRebalanceListener {
    private static final Logger LOG = Logger.getLogger(StoredOffsets.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long PAUSE_MILLIS = 200;

    private final OffsetRepository ledger;
    private final AppliedOffsets known;
    private volatile boolean closing;

    public StoredOffsets(OffsetRepository ledger, AppliedOffsets known) {
        this.ledger = ledger;
        this.known = known;
    }

    void stop(@Observes ShutdownEvent event) {
        closing = true;
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        Map<PartitionRef, Long> stored = load(partitions.stream()
                .map(partition -> new PartitionRef(partition.topic(), partition.partition()))
                .toList());
        known.learn(stored);
        Map<TopicPartition, OffsetAndMetadata> applied = new HashMap<>();
        for (TopicPartition partition : partitions) {
            Long next = stored.get(new PartitionRef(partition.topic(), partition.partition()));
            consumer.seek(partition, next == null ? 0 : next);
            if (next != null) {
                applied.put(partition, new OffsetAndMetadata(next));
            }
        }
        commit(consumer, applied);
    }

    /**
     * A predecessor that died had applied more than it had committed. Should nothing come after that, nobody else would commit
     * it: to whoever watches the lag, applied records would wait for ever.
     */
    private static void commit(Consumer<?, ?> consumer, Map<TopicPartition, OffsetAndMetadata> applied) {
        try {
            consumer.commitSync(applied, PATIENCE);
        } catch (KafkaException notNow) {
            LOG.debugf("applied offsets are not committed: %s", notNow.toString());
        }
    }

    private Map<PartitionRef, Long> load(Collection<PartitionRef> partitions) {
        while (true) {
            try {
                return ledger.load(partitions).await().atMost(PATIENCE);
            } catch (RuntimeException unreachable) {
                if (closing) {
                    throw unreachable;
                }
                LOG.warnf(unreachable, "the applied offsets cannot be read; tries again");
                pause();
            }
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
