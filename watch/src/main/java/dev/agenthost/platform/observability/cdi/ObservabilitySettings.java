package dev.agenthost.platform.observability.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code agenthost.watch.*}. */
@ConfigMapping(prefix = "agenthost.watch")
public interface ObservabilitySettings {
    /** Name of the service in its metrics: {@code agenthost.<stage>.<what>}. */
    String stage();

    /** Interval of probing consumers and of sampling metrics. */
    @WithDefault("5s")
    Duration look();

    /** Interval between two reads of the lag of consumers. */
    @WithDefault("500ms")
    Duration lag();

    /** Time for which a consumer may process none of its records, not poll, or not answer. */
    @WithDefault("30s")
    Duration patience();

    /** Interval of reading the schema's state from Flyway ({@code SchemaProbe}). */
    @WithDefault("30s")
    Duration schemaLook();

    /** True if this build is ready with a schema that a newer build has migrated ({@code SchemaReadinessCheck}). */
    @WithDefault("false")
    boolean acceptNewerSchema();
}
