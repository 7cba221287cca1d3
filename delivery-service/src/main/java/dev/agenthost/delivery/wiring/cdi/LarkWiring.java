package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.http.HttpArtifactReader;
import dev.agenthost.delivery.surface.lark.LarkBots;
import dev.agenthost.delivery.surface.lark.LarkFileCaller;
import dev.agenthost.delivery.surface.lark.LarkPreviews;
import dev.agenthost.delivery.surface.lark.LarkSurface;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.lark.client.LarkClient;
import dev.agenthost.im.lark.client.TenantTokens;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The surface of bots at Lark. */
@Singleton
class LarkWiring {
    /** Most concurrent reads from context-store. */
    private static final int READS = 8;

    private static final Duration CONNECTING = Duration.ofSeconds(2);

    /** Files are named instead of sent while context-store is not configured. */
    @Produces
    @Singleton
    LarkBots larkBots(
            Vertx vertx,
            BotRegistry bots,
            Secrets secrets,
            WebhookSettings calls,
            Clock clock,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow,
            @ConfigProperty(name = "agenthost.context-store.url") Optional<URI> contextStore,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey,
            @ConfigProperty(name = "agenthost.lark.upload-timeout", defaultValue = "2m") Duration uploadTimeout) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        EgressClient outbound = new EgressClient(vertx, rules, calls.concurrency(), calls.timeout());
        EgressClient internal = new EgressClient(vertx, new AddressPolicy(true), READS, CONNECTING);
        Optional<LarkFileCaller> uploads = contextStore.flatMap(url ->
                internalKey.map(key -> new LarkFileCaller(new HttpArtifactReader(internal, url, key), uploadTimeout)));
        return new LarkBots(bots, secrets, client(outbound, calls.timeout(), clock), uploads);
    }

    @Produces
    @Singleton
    LarkSurface lark(LarkBots bots, SendRepository sends, PreviewRepository previews, CallRateLimiter limiter) {
        return new LarkSurface(bots, sends, previews, limiter);
    }

    @Produces
    @Singleton
    LarkPreviews larkPreviews(LarkBots bots, RecordedPreviews messages, CallRateLimiter limiter) {
        return new LarkPreviews(bots, messages, limiter);
    }

    static LarkClient client(EgressClient outbound, Duration timeout, InstantSource clock) {
        return new LarkClient(outbound, new TenantTokens(outbound, timeout, clock), timeout);
    }
}
