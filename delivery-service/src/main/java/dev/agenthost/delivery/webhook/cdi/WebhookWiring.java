package dev.agenthost.delivery.webhook.cdi;

import dev.agenthost.delivery.webhook.http.WebhookSurface;
import dev.agenthost.door.secret.Secrets;
import dev.agenthost.egress.address.AddressRules;
import dev.agenthost.egress.address.AllowList;
import dev.agenthost.egress.http.Outbound;
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
        AddressRules rules = new AddressRules(settings.allowPrivate(), AllowList.parse(allow.orElse(List.of())));
        return new WebhookSurface(
                new Outbound(vertx, rules, settings.endpointConcurrency(), settings.timeout()),
                secrets,
                settings.timeout(),
                clock);
    }
}
