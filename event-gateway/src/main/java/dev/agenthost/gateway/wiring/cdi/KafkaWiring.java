package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.intake.AdapterReceiptProducer;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.intake.kafka.KafkaAdapterReceiptProducer;
import dev.agenthost.gateway.intake.kafka.KafkaEventProducer;
import dev.agenthost.gateway.metrics.MeteredEventProducer;
import dev.agenthost.platform.observability.StepRecorder;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.protocol.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jboss.logging.Logger;

/**
 * Two producers, because two entrances wait differently: a caller of HTTP gives up in seconds, and what it gave up must not be
 * published much later; an adapter's record waits for as long as it takes, and must not be overtaken by the next.
 */
@ApplicationScoped
class KafkaWiring {

    /** As long as a producer's settings can say (24 days). */
    private static final Duration FOR_EVER = Duration.ofMillis(Integer.MAX_VALUE);

    /** A valve: a batch that the broker will never take (a lost sequence) fails at last, and is sent anew. */
    private static final Duration AT_LAST = Duration.ofMinutes(2);

    private static final Logger LOG = Logger.getLogger(KafkaWiring.class);

    /** The first caller should not wait until the producer knows the brokers; an unavailable broker is found later. */
    void warmUp(@Observes StartupEvent start, @Identifier("prompt") Producer<byte[], byte[]> producer) {
        Thread.ofVirtual().name("producer-warm-up").start(() -> {
            try {
                producer.partitionsFor(Topics.EVENTS);
            } catch (KafkaException away) {
                LOG.warnf("Kafka is unavailable: %s", away);
            }
        });
    }

    @Produces
    @Singleton
    @Identifier("prompt")
    Producer<byte[], byte[]> prompt(
            @Identifier("default-kafka-broker") Map<String, Object> kafka, GatewaySettings settings) {
        return producer(kafka, settings.publishTimeout(), settings.publishTimeout(), 5);
    }

    @Produces
    @Singleton
    @Identifier("patient")
    Producer<byte[], byte[]> patient(@Identifier("default-kafka-broker") Map<String, Object> kafka) {
        // One request in flight: with more, a broker that just became the leader may take the second and refuse the
        // first.
        return producer(kafka, AT_LAST, FOR_EVER, 1);
    }

    @Produces
    @Singleton
    @Identifier("prompt")
    EventProducer promptLog(
            @Identifier("prompt") Producer<byte[], byte[]> producer,
            MeterRegistry registry,
            MetricNamespace stage,
            StepRecorder journal) {
        return new MeteredEventProducer(new KafkaEventProducer(producer), "http", registry, stage, journal);
    }

    @Produces
    @Singleton
    @Identifier("patient")
    EventProducer patientLog(
            @Identifier("patient") Producer<byte[], byte[]> producer,
            MeterRegistry registry,
            MetricNamespace stage,
            StepRecorder journal) {
        return new MeteredEventProducer(new KafkaEventProducer(producer), "kafka", registry, stage, journal);
    }

    @Produces
    @Singleton
    AdapterReceiptProducer adapterReceipts(@Identifier("patient") Producer<byte[], byte[]> producer) {
        return new KafkaAdapterReceiptProducer(producer);
    }

    @Produces
    @Singleton
    Admin admin(@Identifier("default-kafka-broker") Map<String, Object> kafka) {
        return Admin.create(new HashMap<>(kafka));
    }

    void closePrompt(@Disposes @Identifier("prompt") Producer<byte[], byte[]> producer) {
        producer.close(Duration.ofSeconds(2));
    }

    void closePatient(@Disposes @Identifier("patient") Producer<byte[], byte[]> producer) {
        producer.close(Duration.ofSeconds(2));
    }

    void closeAdmin(@Disposes Admin admin) {
        admin.close(Duration.ofSeconds(2));
    }

    private static Producer<byte[], byte[]> producer(
            Map<String, Object> kafka, Duration delivery, Duration block, int inFlight) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, inFlight);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RECORD_BYTES);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, block.toMillis());
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) delivery.toMillis());
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) Math.min(delivery.toMillis(), 10_000));
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
