package dev.agenthost.delivery.send.cdi;

import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.webhook.cdi.WebhookSettings;
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
    Clock clock() {
        return Clock.systemUTC();
    }
}
