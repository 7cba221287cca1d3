package dev.agenthost.delivery.webhook.cdi;

import dev.agenthost.delivery.webhook.AddressRules;
import dev.agenthost.delivery.webhook.Secrets;
import dev.agenthost.delivery.webhook.http.WebhookSurface;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The webhook surface, with its settings as plain records. */
@Singleton
class WebhookWiring {

    @Produces
    @Singleton
    WebhookSurface webhook(Vertx vertx, WebhookSettings settings, SecretSettings secrets, Clock clock) {
        return new WebhookSurface(
                vertx,
                new AddressRules(settings.allowPrivate()),
                new Secrets(secrets.values()),
                settings.timeout(),
                settings.endpointConcurrency(),
                clock);
    }
}
