package dev.agenthost.platform.kafka;

import dev.agenthost.protocol.topic.Topics;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends with one producer for all channels, created with the first letter. {@code Producer.send} blocks while the metadata of a topic is
 * missing: each letter is sent on a thread of its own, so that one missing topic holds up no other.
 */
@ApplicationScoped
class KafkaDeadLetterSender implements DeadLetterSender {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    private static final int BLOCK_MILLIS = 5_000;
    private static final int REQUEST_MILLIS = 5_000;
    private static final int DELIVERY_MILLIS = 15_000;

    private final Map<String, Object> broker;
    private final DeadLetterTopicCreator topics;
    private final ReentrantLock creation = new ReentrantLock();
    private volatile @Nullable Producer<byte[], byte[]> producer;

    @Inject
    KafkaDeadLetterSender(@Identifier("default-kafka-broker") Map<String, Object> broker) {
        this(broker, new DeadLetterTopicCreator(broker));
    }

    KafkaDeadLetterSender(Map<String, Object> broker, DeadLetterTopicCreator topics) {
        this.broker = broker;
        this.topics = topics;
    }

    @Override
    public Uni<Void> send(ProducerRecord<byte[], byte[]> letter) {
        return Uni.createFrom()
                .emitter(sent ->
                        Thread.ofVirtual().name("dead-letter-" + letter.topic()).start(() -> send(letter, sent)));
    }

    private void send(ProducerRecord<byte[], byte[]> letter, UniEmitter<? super Void> sent) {
        try {
            topics.ensure(letter.topic());
            producer().send(letter, (metadata, failure) -> {
                if (failure == null) {
                    sent.complete(null);
                } else {
                    topics.forget(letter.topic());
                    sent.fail(failure);
                }
            });
        } catch (Throwable failure) {
            // Also an Error: otherwise it is lost on this thread, and the caller would wait for ever.
            sent.fail(failure);
        }
    }

    private Producer<byte[], byte[]> producer() {
        creation.lock();
        try {
            Producer<byte[], byte[]> known = producer;
            if (known == null) {
                known = new KafkaProducer<>(settings(), new ByteArraySerializer(), new ByteArraySerializer());
                producer = known;
            }
            return known;
        } finally {
            creation.unlock();
        }
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>(broker);
        settings.keySet().retainAll(ProducerConfig.configNames());
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "agenthost-dead-letters");
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MILLIS);
        // The broker enforces the size: it responds with the same exception, and knows the topic.
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 * Topics.MAX_RECORD_BYTES);
        return settings;
    }

    @PreDestroy
    void close() {
        Producer<byte[], byte[]> known = producer;
        if (known != null) {
            known.close(CLOSE_TIMEOUT);
        }
    }
}
