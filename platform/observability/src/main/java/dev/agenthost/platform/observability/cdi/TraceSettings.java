package dev.agenthost.platform.observability.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** {@code agenthost.tracing.*}: the export of spans. Trace ids travel in records in any case. */
@ConfigMapping(prefix = "agenthost.tracing")
public interface TraceSettings {
    /** An OTLP collector over HTTP, for instance {@code http://collector:4318}; no spans are created without it. */
    Optional<URI> endpoint();

    /** Sent with each export, for collectors that require a key. */
    Map<String, String> headers();

    /** Share of the traces that is collected, 0 to 1. */
    @WithDefault("1")
    double ratio();
}
