package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.inbound.AdapterRegistry;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundReader;
import dev.agenthost.gateway.intake.AcceptanceSettings;
import dev.agenthost.gateway.intake.EventIntake;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.intake.RecentEvents;
import dev.agenthost.gateway.rawpayload.RawPayloadWriter;
import dev.agenthost.protocol.security.StreamTokenCodec;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Hands settings inward as plain values. */
@ApplicationScoped
class GatewayWiring {

    private static final Logger LOG = Logger.getLogger(EventIntake.class);

    @Produces
    @Singleton
    InstantSource clock() {
        return InstantSource.system();
    }

    /** Settings that are refused are refused now, and not when the first caller comes. */
    void start(@Observes StartupEvent event, AcceptanceSettings settings) {}

    @Produces
    @Singleton
    AcceptanceSettings acceptance(GatewaySettings settings) {
        return new AcceptanceSettings(settings.publishTimeout(), settings.streamTokenTtl());
    }

    @Produces
    @Singleton
    RecentEvents recentEvents() {
        return new RecentEvents();
    }

    @Produces
    @Singleton
    EventIntake eventIntake(
            @Identifier("prompt") RawPayloadWriter payloads,
            @Identifier("prompt") EventProducer events,
            AcceptanceSettings settings,
            RecentEvents recent) {
        return new EventIntake(payloads, events, settings.patience(), recent, LOG::warn);
    }

    @Produces
    @Singleton
    StreamTokenCodec streamTokens(@ConfigProperty(name = "agenthost.stream-token.keys") List<String> keys) {
        return new StreamTokenCodec(keys.stream()
                .map(key -> Base64.getDecoder().decode(key.strip()))
                .toList());
    }

    @Produces
    @Singleton
    AdapterRegistry adapters(InboundAdapterSettings settings) {
        Map<String, EventOrigin> adapters = settings.adapters().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> EventOrigin.adapter(
                                entry.getKey(),
                                entry.getValue().workspace(),
                                entry.getValue().bots())));
        return new AdapterRegistry(adapters);
    }

    @Produces
    @Singleton
    InboundReader inboundReader(AdapterRegistry adapters) {
        return new InboundReader(adapters);
    }
}
