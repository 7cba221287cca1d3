package dev.agenthost.platform.kafka;

import dev.agenthost.platform.observability.AppliedOffsetSource;
import dev.agenthost.platform.observability.ConsumerProbeResult;
import dev.agenthost.platform.observability.ConsumerRegistry;
import dev.agenthost.platform.observability.ConsumerStallTimeout;
import dev.agenthost.platform.observability.ConsumerState;
import dev.agenthost.platform.observability.PartitionLag;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Reads the lag of each consumer, and probes each polling thread. While a probe has no answer, no other is sent. */
@ApplicationScoped
public class ConsumerLagProbe {
    private static final Logger LOG = Logger.getLogger(ConsumerLagProbe.class);
    /** Time without end offsets after which the broker counts as unavailable; one lost answer is no outage. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final KafkaClientService clients;
    private final ConsumerRegistry consumers;
    private final Duration patience;
    private final AppliedOffsetSource applied;
    private final InOrderCommitHandler.Factory progress;
    private final RetryStatus retries;
    private final Map<String, Long> askedAt = new ConcurrentHashMap<>();
    private @Nullable EndOffsetReader ends;
    private volatile long endsReadAt = System.nanoTime();

    ConsumerLagProbe(
            KafkaClientService clients,
            ConsumerRegistry consumers,
            ConsumerStallTimeout patience,
            AppliedOffsetSource applied,
            @Identifier("in-order") InOrderCommitHandler.Factory progress,
            RetryStatus retries) {
        this.applied = applied;
        this.clients = clients;
        this.consumers = consumers;
        this.patience = patience.value();
        this.progress = progress;
        this.retries = retries;
    }

    /** Reads the lag of every consumer; waits for the broker for a bounded time. Called by one thread. */
    public void readLags() {
        Map<String, Map<TopicPartition, Long>> next = new HashMap<>();
        Set<TopicPartition> all = new HashSet<>();
        for (String channel : clients.getConsumerChannels()) {
            Map<TopicPartition, Long> assigned = progress.next(channel);
            next.put(channel, assigned);
            all.addAll(assigned.keySet());
        }
        try {
            Map<TopicPartition, Long> read = all.isEmpty() ? Map.of() : ends().of(all);
            endsReadAt = System.nanoTime();
            next.forEach((channel, assigned) -> consumers.lags(channel, lags(assigned, read)));
        } catch (KafkaException away) {
            LOG.debugf("the ends of partitions cannot be read: %s", away.toString());
        }
    }

    private EndOffsetReader ends() {
        if (ends == null) {
            ends = new EndOffsetReader(
                    clients.getConsumer(clients.getConsumerChannels().iterator().next())
                            .configuration());
        }
        return ends;
    }

    private List<PartitionLag> lags(Map<TopicPartition, Long> assigned, Map<TopicPartition, Long> read) {
        return assigned.entrySet().stream()
                .map(entry -> {
                    TopicPartition partition = entry.getKey();
                    long next = Math.max(entry.getValue(), applied.next(partition.topic(), partition.partition()));
                    return new PartitionLag(
                            partition.topic(), partition.partition(), next, read.getOrDefault(partition, next));
                })
                .toList();
    }

    /** Probes every consumer. Returns at once; the answers arrive at {@link ConsumerRegistry}. */
    public void probeAll() {
        clients.getConsumerChannels().forEach(this::probe);
    }

    private void probe(String channel) {
        long now = System.nanoTime();
        Long before = askedAt.putIfAbsent(channel, now);
        if (before != null) {
            if (Duration.ofNanos(now - before).compareTo(patience) >= 0) {
                record(channel, new ConsumerProbeResult.Unanswered("its thread waits"));
            }
            return;
        }
        KafkaConsumer<Object, Object> consumer = clients.getConsumer(channel);
        consumer.runOnPollingThread(ConsumerLagProbe::sincePoll)
                .onTermination()
                .invoke(() -> askedAt.remove(channel))
                .subscribe()
                .with(idle -> record(channel, probe(channel, idle)), failure -> record(channel, failed(failure)));
    }

    private ConsumerProbeResult probe(String channel, Duration sincePoll) {
        return Duration.ofNanos(System.nanoTime() - endsReadAt).compareTo(SILENCE) >= 0
                ? new ConsumerProbeResult.Unanswered("the broker does not answer")
                : new ConsumerProbeResult.Answered(expectedToMove(channel), sincePoll);
    }

    /** Without the topics that wait for a step of their own: readiness names them elsewhere, and the consumer does not stall. */
    private List<PartitionLag> expectedToMove(String channel) {
        Set<String> waiting = retries.waitingSources();
        return consumers.lags(channel).stream()
                .filter(partition -> !waiting.contains(partition.topic()))
                .toList();
    }

    private void record(String channel, ConsumerProbeResult look) {
        ConsumerState before = consumers.record(channel, look, System.nanoTime());
        ConsumerState now = consumers.states().getOrDefault(channel, before);
        if (!before.getClass().equals(now.getClass())) {
            LOG.log(
                    now instanceof ConsumerState.GoesOn ? Logger.Level.INFO : Logger.Level.WARN,
                    "consumer of " + channel + ": " + now);
        }
    }

    private static ConsumerProbeResult failed(Throwable failure) {
        return failure instanceof RejectedExecutionException || failure instanceof IllegalStateException
                ? new ConsumerProbeResult.Closed()
                : new ConsumerProbeResult.Unanswered(failure.getClass().getSimpleName());
    }

    /** Returns the time since the last poll by the client's own metric; zero for a client that has never polled. */
    private static Duration sincePoll(Consumer<Object, Object> consumer) {
        return consumer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("last-poll-seconds-ago"))
                .map(metric -> ((Number) metric.metricValue()).longValue())
                .filter(seconds -> seconds >= 0)
                .findFirst()
                .map(Duration::ofSeconds)
                .orElse(Duration.ZERO);
    }

    /** Called by the thread that reads lags, after its last reading. */
    public void close() {
        if (ends != null) {
            ends.close();
            ends = null;
        }
    }
}
