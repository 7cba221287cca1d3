package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.surface.http.WebhookSurface;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The webhook surface, with its settings as plain records. */
@Singleton
class WebhookWiring {

    @Produces
    @Singleton
    WebhookSurface webhook(
            Vertx vertx,
            WebhookSettings settings,
            Secrets secrets,
            Clock clock,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(settings.allowPrivate(), AllowList.parse(allow.orElse(List.of())));
        return new WebhookSurface(
                new EgressClient(vertx, rules, settings.endpointConcurrency(), settings.timeout()),
                secrets,
                settings.timeout(),
                clock);
    }
}
