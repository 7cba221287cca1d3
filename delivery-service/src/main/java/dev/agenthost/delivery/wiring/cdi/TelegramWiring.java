package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.http.HttpArtifactReader;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.delivery.surface.telegram.ArtifactUpload;
import dev.agenthost.delivery.surface.telegram.TelegramBots;
import dev.agenthost.delivery.surface.telegram.TelegramPreviews;
import dev.agenthost.delivery.surface.telegram.TelegramSurface;
import dev.agenthost.delivery.surface.telegram.TelegramTyping;
import dev.agenthost.delivery.takeover.TakeoverDirectory;
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
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The surfaces of bots. */
@Singleton
class TelegramWiring {
    /** Most concurrent reads from context-store. */
    private static final int READS = 8;

    private static final Duration CONNECTING = Duration.ofSeconds(2);

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
        EgressClient outbound = new EgressClient(vertx, rules, calls.concurrency(), calls.timeout());
        return new TelegramBots(bots, secrets, outbound, checked(apiUrl), calls.timeout());
    }

    /** Files are named instead of sent while context-store is not configured. */
    @Produces
    @Singleton
    TelegramSurface telegram(
            Vertx vertx,
            TelegramBots bots,
            SendRepository sends,
            PreviewRepository previews,
            CallRateLimiter limiter,
            @ConfigProperty(name = "agenthost.context-store.url") Optional<URI> contextStore,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey,
            @ConfigProperty(name = "agenthost.telegram.upload-timeout", defaultValue = "2m") Duration uploadTimeout) {
        EgressClient internal = new EgressClient(vertx, new AddressPolicy(true), READS, CONNECTING);
        Optional<ArtifactUpload> uploads = contextStore.flatMap(url ->
                internalKey.map(key -> new ArtifactUpload(new HttpArtifactReader(internal, url, key), uploadTimeout)));
        return new TelegramSurface(bots, sends, uploads, previews, limiter);
    }

    @Produces
    @Singleton
    TelegramTyping typing(TelegramBots bots, TakeoverDirectory takeovers) {
        return new TelegramTyping(bots, takeovers);
    }

    @Produces
    @Singleton
    TelegramPreviews previews(TelegramBots bots, RecordedPreviews messages, CallRateLimiter limiter) {
        return new TelegramPreviews(bots, messages, limiter);
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
