package dev.agenthost.platform.observability.cdi;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** {@code agenthost.tracing.*}: where spans go. Trace ids travel in records whatever is said here. */
@ConfigMapping(prefix = "agenthost.tracing")
public interface TraceSettings {
    /** An OTLP collector over HTTP, for instance {@code http://collector:4318}; absent: no spans are made. */
    Optional<URI> endpoint();

    /** Sent with each export, for collectors that ask for a key. */
    Map<String, String> headers();

    /** How many of the traces are collected, 0 to 1. */
    @WithDefault("1")
    double ratio();
}
