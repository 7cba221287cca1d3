package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.deadletter.DeadLetterLog;
import dev.agenthost.gateway.deadletter.DeadLetterQuery;
import dev.agenthost.gateway.deadletter.Redrive;
import dev.agenthost.gateway.deadletter.RedriveProducer;
import dev.agenthost.gateway.deadletter.TopicOwners;
import dev.agenthost.gateway.deadletter.kafka.KafkaDeadLetterLogFactory;
import dev.agenthost.gateway.deadletter.kafka.KafkaRedriveProducer;
import dev.agenthost.gateway.inbound.AdapterRegistry;
import dev.agenthost.gateway.metrics.MicrometerRedriveCounter;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;

/** Composes the operation of dead letters. */
@ApplicationScoped
class DeadLetterWiring {

    @Produces
    @Singleton
    TopicOwners topicOwners(AdapterRegistry adapters) {
        return new TopicOwners(adapters);
    }

    @Produces
    @Singleton
    DeadLetterLog.Factory deadLetterLogs(
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            TopicOwners owners,
            DeadLetterSettings settings) {
        return new KafkaDeadLetterLogFactory(kafka, owners, settings.brokerTimeout());
    }

    @Produces
    @Singleton
    RedriveProducer redriveProducer(
            @Identifier("prompt") Producer<byte[], byte[]> producer, Admin admin, DeadLetterSettings settings) {
        return new KafkaRedriveProducer(producer, admin, settings.brokerTimeout());
    }

    @Produces
    @Singleton
    DeadLetterQuery deadLetterQuery(TopicOwners owners, InstantSource clock, DeadLetterSettings settings) {
        return new DeadLetterQuery(owners, clock, settings.requestTimeout());
    }

    @Produces
    @Singleton
    Redrive redrive(
            DeadLetterQuery query,
            RedriveProducer producer,
            MeterRegistry registry,
            MetricNamespace stage,
            InstantSource clock,
            DeadLetterSettings settings) {
        return new Redrive(
                query, producer, new MicrometerRedriveCounter(registry, stage), clock, settings.requestTimeout());
    }
}
