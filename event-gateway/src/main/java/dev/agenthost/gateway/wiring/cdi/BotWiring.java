package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.bot.TakeoverCommandClient;
import dev.agenthost.gateway.internal.http.HttpButtonPressClient;
import dev.agenthost.gateway.internal.http.HttpTakeoverCommandClient;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The clients for pressed buttons and commands; without the address of the service none is accepted. */
@Singleton
class BotWiring {
    @Produces
    @Singleton
    ButtonPressClient buttonPresses(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.run-orchestrator.url") Optional<URI> url,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey) {
        return url.flatMap(
                        base -> internalKey.<ButtonPressClient>map(key -> new HttpButtonPressClient(vertx, base, key)))
                .orElse(press -> CompletableFuture.failedFuture(new IllegalStateException(
                        "agenthost.run-orchestrator.url and agenthost.internal-key are needed")));
    }

    @Produces
    @Singleton
    TakeoverCommandClient takeoverCommands(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.delivery-service.url") Optional<URI> url,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey) {
        return url.flatMap(base ->
                        internalKey.<TakeoverCommandClient>map(key -> new HttpTakeoverCommandClient(vertx, base, key)))
                .orElse(command -> CompletableFuture.failedFuture(new IllegalStateException(
                        "agenthost.delivery-service.url and agenthost.internal-key are needed")));
    }
}
