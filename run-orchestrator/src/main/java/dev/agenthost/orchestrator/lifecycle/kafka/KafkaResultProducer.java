package dev.agenthost.orchestrator.lifecycle.kafka;

import dev.agenthost.orchestrator.result.ResultProducer;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes results to Kafka. A dedicated thread passes records to the producer, through {@link SendBatcher}: it blocks while the
 * broker is unavailable and the buffer is full; callers never block.
 */
public final class KafkaResultProducer implements ResultProducer, AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(3);

    private final Producer<byte[], byte[]> producer;
    private final ExecutorService sender;
    private final SendBatcher batcher;

    /** @param broker the producer's connection settings */
    public KafkaResultProducer(Map<String, Object> broker) {
        this(
                new KafkaProducer<>(config(broker), new ByteArraySerializer(), new ByteArraySerializer()),
                Executors.newSingleThreadExecutor(work -> {
                    Thread thread = new Thread(work, "results-sender");
                    thread.setDaemon(true);
                    return thread;
                }));
    }

    KafkaResultProducer(Producer<byte[], byte[]> producer, ExecutorService sender) {
        this.producer = producer;
        this.sender = sender;
        this.batcher = new SendBatcher(sender);
    }

    private static Map<String, Object> config(Map<String, Object> broker) {
        Map<String, Object> config = new HashMap<>(broker);
        config.keySet().removeIf(name -> !ProducerConfig.configNames().contains(name));
        config.remove(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
        config.remove(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "run-orchestrator-results");
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        // A record is sent at once if the connection is idle; records that arrive during a request form the next batch.
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RECORD_BYTES);
        // Fails early: the caller retries after it has checked that this replica still owns the run.
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        return config;
    }

    @Override
    public Uni<RecordPosition> publish(ResultRecord record, BooleanSupplier allowed) {
        return Uni.createFrom().emitter(answer -> batcher.add(() -> send(record, allowed, answer)));
    }

    private void send(ResultRecord record, BooleanSupplier allowed, UniEmitter<? super RecordPosition> answer) {
        try {
            // Checked here: this thread may have waited for the broker, and the lease may have expired since.
            if (!allowed.getAsBoolean()) {
                answer.fail(new IllegalStateException("the lease is overdue"));
                return;
            }
            producer.send(outgoing(record), (metadata, why) -> complete(record, metadata, why, answer));
        } catch (RuntimeException why) {
            answer.fail(why);
        }
    }

    private static ProducerRecord<byte[], byte[]> outgoing(ResultRecord record) {
        ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(
                Topics.RUN_RESULTS,
                record.partition(),
                record.key().runId().toString().getBytes(StandardCharsets.UTF_8),
                record.value());
        record.headers().forEach((name, value) -> sent.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return sent;
    }

    private static void complete(
            ResultRecord record,
            RecordMetadata metadata,
            @Nullable Exception why,
            UniEmitter<? super RecordPosition> answer) {
        if (why != null) {
            answer.fail(why);
            return;
        }
        if (record.ends()) {
            FailPoint.at("orchestrator.90-terminal-published");
        } else {
            FailPoint.at(record.starts() ? "orchestrator.40-started" : "orchestrator.70-published");
        }
        if (!metadata.hasOffset()) {
            // The broker has the record from an earlier attempt but not its offset: a repetition is dropped as a
            // duplicate.
            answer.fail(new IllegalStateException("acknowledged without an offset"));
            return;
        }
        answer.complete(new RecordPosition(metadata.topic(), metadata.partition(), metadata.offset()));
    }

    @Override
    public void close() {
        sender.shutdown();
        producer.close(CLOSING);
    }
}
