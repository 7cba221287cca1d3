package dev.agenthost.watch.consumer.kafka;

import dev.agenthost.watch.consumer.AppliedRecords;
import dev.agenthost.watch.consumer.ConsumerPatience;
import dev.agenthost.watch.consumer.ConsumerState;
import dev.agenthost.watch.consumer.Consumers;
import dev.agenthost.watch.consumer.Look;
import dev.agenthost.watch.consumer.PartitionLag;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Looks at every consumer on its own polling thread, between two polls: two short questions to the broker, no client of our own.
 * A look that is not answered is not asked again meanwhile.
 */
@ApplicationScoped
public class ConsumerLooks {
    private static final Logger LOG = Logger.getLogger(ConsumerLooks.class);
    /** For a broker that is away: the polling thread must not wait for it longer. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private final KafkaClientService clients;
    private final Consumers consumers;
    private final Duration patience;
    private final AppliedRecords applied;
    private final Map<String, Long> askedAt = new ConcurrentHashMap<>();

    ConsumerLooks(KafkaClientService clients, Consumers consumers, ConsumerPatience patience, AppliedRecords applied) {
        this.applied = applied;
        this.clients = clients;
        this.consumers = consumers;
        this.patience = patience.value();
    }

    /** Returns at once; the answers arrive at {@link Consumers}. */
    public void lookAtAll() {
        clients.getConsumerChannels().forEach(this::lookAt);
    }

    private void lookAt(String channel) {
        long now = System.nanoTime();
        Long before = askedAt.putIfAbsent(channel, now);
        if (before != null) {
            if (Duration.ofNanos(now - before).compareTo(patience) >= 0) {
                seen(channel, new Look.Unanswered("its thread waits"));
            }
            return;
        }
        KafkaConsumer<Object, Object> consumer = clients.getConsumer(channel);
        consumer.runOnPollingThread(this::look)
                .onTermination()
                .invoke(() -> askedAt.remove(channel))
                .subscribe()
                .with(look -> seen(channel, look), failure -> seen(channel, failed(failure)));
    }

    private void seen(String channel, Look look) {
        ConsumerState before = consumers.seen(channel, look, System.nanoTime());
        ConsumerState now = consumers.states().getOrDefault(channel, before);
        if (!before.getClass().equals(now.getClass())) {
            LOG.log(
                    now instanceof ConsumerState.GoesOn ? Logger.Level.INFO : Logger.Level.WARN,
                    "consumer of " + channel + ": " + now);
        }
    }

    private static Look failed(Throwable failure) {
        return failure instanceof RejectedExecutionException || failure instanceof IllegalStateException
                ? new Look.Closed()
                : new Look.Unanswered(failure.getClass().getSimpleName());
    }

    private Look look(Consumer<Object, Object> consumer) {
        Set<TopicPartition> assigned = consumer.assignment();
        return new Look.Answered(assigned.isEmpty() ? List.of() : lags(consumer, assigned), sincePoll(consumer));
    }

    private List<PartitionLag> lags(Consumer<Object, Object> consumer, Set<TopicPartition> assigned) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(assigned, LIMIT);
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(assigned, LIMIT);
        Set<TopicPartition> untouched = new HashSet<>(assigned);
        untouched.removeIf(partition -> committed.get(partition) != null);
        Map<TopicPartition, Long> begins = untouched.isEmpty() ? Map.of() : consumer.beginningOffsets(untouched, LIMIT);
        List<PartitionLag> lags = new ArrayList<>();
        for (TopicPartition partition : assigned) {
            OffsetAndMetadata done = committed.get(partition);
            long committedNext = done != null ? done.offset() : begins.getOrDefault(partition, 0L);
            long next = Math.max(committedNext, applied.next(partition.topic(), partition.partition()));
            lags.add(new PartitionLag(
                    partition.topic(), partition.partition(), next, ends.getOrDefault(partition, next)));
        }
        return lags;
    }

    /** What the client says of itself; of one that has never polled, nothing is said. */
    private static Duration sincePoll(Consumer<Object, Object> consumer) {
        return consumer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("last-poll-seconds-ago"))
                .map(metric -> ((Number) metric.metricValue()).longValue())
                .filter(seconds -> seconds >= 0)
                .findFirst()
                .map(Duration::ofSeconds)
                .orElse(Duration.ZERO);
    }
}
