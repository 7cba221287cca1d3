package dev.agenthost.delivery.send.cdi;

import dev.agenthost.delivery.send.AddressRules;
import dev.agenthost.delivery.send.Secrets;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.Surface;
import dev.agenthost.delivery.send.webhook.WebhookSurface;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** Hands the settings inward as plain records. */
@Singleton
class SendWiring {

    @Produces
    @Singleton
    SendPolicy policy(WebhookSettings settings) {
        return new SendPolicy(
                settings.claimTerm(),
                settings.timeout(),
                settings.firstDelay(),
                settings.longestDelay(),
                settings.oldestAge(),
                settings.concurrency(),
                settings.endpointConcurrency());
    }

    @Produces
    @Singleton
    Surface webhook(Vertx vertx, WebhookSettings settings, SecretSettings secrets, Clock clock) {
        return new WebhookSurface(
                vertx,
                new AddressRules(settings.allowPrivate()),
                new Secrets(secrets.values()),
                settings.timeout(),
                settings.endpointConcurrency(),
                clock);
    }

    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }
}
