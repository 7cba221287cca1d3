package dev.agenthost.platform.observability.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code agenthost.observability.*}. */
@ConfigMapping(prefix = "agenthost.observability")
public interface ObservabilitySettings {
    /** The service's part of the names of its metrics: {@code agenthost.<namespace>.<metric>}. */
    String metricNamespace();

    /** Interval between two probes of the consumers, and between two readings of the gauges. */
    @WithDefault("5s")
    Duration probeInterval();

    /** Interval between two reads of the lag of consumers. */
    @WithDefault("500ms")
    Duration lagInterval();

    /** Time for which a consumer may process none of its records, not poll, or not answer. */
    @WithDefault("30s")
    Duration stallTimeout();

    /** Interval at which Flyway checks the schema ({@code SchemaProbe}). */
    @WithDefault("30s")
    Duration schemaProbeInterval();

    /** If true, a schema that a newer build has migrated leaves this one ready ({@code SchemaReadinessCheck}). */
    @WithDefault("false")
    boolean acceptNewerSchema();
}
