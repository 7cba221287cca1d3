package dev.agenthost.gateway.cdi;

import dev.agenthost.gateway.raw.RawKeeper;
import dev.agenthost.gateway.raw.RawOutcome;
import dev.agenthost.gateway.raw.RawShare;
import dev.agenthost.gateway.raw.RawStore;
import dev.agenthost.gateway.raw.http.HttpRawStore;
import dev.agenthost.watch.metrics.Stage;
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
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Two keepers, because two entrances wait differently, each with a share of its own. Where no context-store is named, payloads are left out. */
@ApplicationScoped
class RawWiring {
    private final BiFunction<RawShare, Duration, Optional<RawStore>> stores;
    private final RawSettings settings;
    private final InstantSource clock;
    private final Consumer<RawOutcome> count;

    RawWiring(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.context-store.url") Optional<URI> url,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> key,
            RawSettings settings,
            InstantSource clock,
            MeterRegistry registry,
            Stage stage) {
        this.stores = (share, patience) ->
                url.flatMap(base -> key.map(known -> new HttpRawStore(vertx, base, known, share, patience)));
        this.settings = settings;
        this.clock = clock;
        MeterProvider<Counter> payloads = Counter.builder(stage.metric("raw.payloads"))
                .description("Payloads of platforms that events came with, by what became of them")
                .withRegistry(registry);
        this.count = outcome -> payloads.withTag("outcome", outcome.word()).increment();
    }

    @Produces
    @Singleton
    @Identifier("prompt")
    RawKeeper prompt() {
        return keeper(RawShare.PROMPT, settings.patience());
    }

    @Produces
    @Singleton
    @Identifier("patient")
    RawKeeper patient() {
        return keeper(RawShare.PATIENT, settings.batchPatience());
    }

    private RawKeeper keeper(RawShare share, Duration patience) {
        return new RawKeeper(stores.apply(share, patience), patience, clock, count);
    }
}
