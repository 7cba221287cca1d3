package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.telegram.TelegramBots;
import dev.agenthost.delivery.surface.telegram.TelegramDrafts;
import dev.agenthost.delivery.surface.telegram.TelegramSurface;
import dev.agenthost.delivery.surface.telegram.TelegramTyping;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.WebAddress;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import io.quarkus.runtime.Startup;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The surfaces of bots. */
@Singleton
class TelegramWiring {
    @Produces
    @Singleton
    @Startup
    TelegramBots telegramBots(
            Vertx vertx,
            BotRegistry bots,
            WebhookSettings calls,
            Secrets secrets,
            @ConfigProperty(name = "agenthost.telegram.api-url", defaultValue = "https://api.telegram.org")
                    String apiUrl,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        EgressClient outbound = new EgressClient(vertx, rules, calls.endpointConcurrency(), calls.timeout());
        return new TelegramBots(bots, secrets, outbound, checked(apiUrl), calls.timeout());
    }

    @Produces
    @Singleton
    TelegramSurface telegram(TelegramBots bots, SendRepository sends) {
        return new TelegramSurface(bots, sends);
    }

    @Produces
    @Singleton
    TelegramTyping typing(TelegramBots bots) {
        return new TelegramTyping(bots);
    }

    @Produces
    @Singleton
    TelegramDrafts drafts(TelegramBots bots, Vertx vertx, Clock clock) {
        return new TelegramDrafts(
                bots, clock, (delay, task) -> vertx.setTimer(Math.max(1, delay.toMillis()), timer -> task.run()));
    }

    /** @throws IllegalArgumentException for an address that no call could use */
    static String checked(String apiUrl) {
        if (!(WebAddress.read(apiUrl) instanceof WebAddress.Callable address)
                || !address.target().equals("/")) {
            throw new IllegalArgumentException(
                    "agenthost.telegram.api-url must be an http or https address without a path");
        }
        return apiUrl.replaceAll("/+$", "");
    }
}
