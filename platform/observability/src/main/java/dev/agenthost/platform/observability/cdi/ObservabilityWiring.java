package dev.agenthost.platform.observability.cdi;

import dev.agenthost.platform.observability.AppliedOffsetSource;
import dev.agenthost.platform.observability.ConsumerRegistry;
import dev.agenthost.platform.observability.ConsumerStallTimeout;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides settings as plain values. */
@Singleton
class ObservabilityWiring {
    @Produces
    @Singleton
    MetricNamespace stage(ObservabilitySettings settings) {
        return new MetricNamespace(settings.metricNamespace());
    }

    @Produces
    @Singleton
    ConsumerRegistry consumers(ObservabilitySettings settings) {
        return new ConsumerRegistry(settings.stallTimeout());
    }

    @Produces
    @Singleton
    ConsumerStallTimeout patience(ObservabilitySettings settings) {
        return new ConsumerStallTimeout(settings.stallTimeout());
    }

    /** The default of services that store no offsets: their commits. */
    @Produces
    @DefaultBean
    @Singleton
    AppliedOffsetSource applied() {
        return (topic, partition) -> 0;
    }
}
