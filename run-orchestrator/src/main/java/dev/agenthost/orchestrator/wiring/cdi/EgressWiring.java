package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Wires the egress client. */
@Singleton
final class EgressWiring {
    /** The most connections to one address, which limits the concurrent calls of a provider. */
    private static final int MOST_AT_ONCE = 4_096;

    private static final Duration CONNECTING = Duration.ofSeconds(5);

    @Produces
    @Singleton
    EgressClient outbound(Vertx vertx, @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        return new EgressClient(vertx, rules, MOST_AT_ONCE, CONNECTING);
    }
}
