package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.internal.http.HttpRawPayloadClient;
import dev.agenthost.gateway.rawpayload.RawPayloadCapacity;
import dev.agenthost.gateway.rawpayload.RawPayloadClient;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome;
import dev.agenthost.gateway.rawpayload.RawPayloadWriter;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.common.annotation.Identifier;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Two keepers, because two entrances wait differently, each with a share of its own. Where no context-store is named, payloads are left out. */
@ApplicationScoped
class RawWiring {
    private final BiFunction<RawPayloadCapacity, Duration, Optional<RawPayloadClient>> stores;
    private final RawSettings settings;
    private final Consumer<RawPayloadOutcome> count;

    RawWiring(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.context-store.url") Optional<URI> url,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> key,
            RawSettings settings,
            MeterRegistry registry,
            MetricNamespace stage) {
        this.stores = (share, patience) ->
                url.flatMap(base -> key.map(known -> new HttpRawPayloadClient(vertx, base, known, share, patience)));
        this.settings = settings;
        MeterProvider<Counter> payloads = Counter.builder(stage.metric("raw.payloads"))
                .description("Raw payloads of events by outcome")
                .withRegistry(registry);
        this.count = outcome -> payloads.withTag("outcome", outcome.word()).increment();
    }

    @Produces
    @Singleton
    @Identifier("prompt")
    RawPayloadWriter prompt() {
        return keeper(RawPayloadCapacity.PROMPT, settings.timeout());
    }

    @Produces
    @Singleton
    @Identifier("patient")
    RawPayloadWriter patient() {
        return keeper(RawPayloadCapacity.PATIENT, settings.batchTimeout());
    }

    private RawPayloadWriter keeper(RawPayloadCapacity share, Duration patience) {
        return new RawPayloadWriter(stores.apply(share, patience), patience, System::nanoTime, count);
    }
}
