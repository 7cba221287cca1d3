package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.egress.address.AddressRules;
import dev.agenthost.egress.address.AllowList;
import dev.agenthost.egress.http.Outbound;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The one way out. */
@Singleton
final class OutsideWiring {
    /** Connections to one place: as many runs wait for a model at once. */
    private static final int MOST_AT_ONCE = 4_096;

    private static final Duration CONNECTING = Duration.ofSeconds(5);

    @Produces
    @Singleton
    Outbound outbound(Vertx vertx, @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressRules rules = new AddressRules(false, AllowList.parse(allow.orElse(List.of())));
        return new Outbound(vertx, rules, MOST_AT_ONCE, CONNECTING);
    }
}
