package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.http.HttpArtifactReader;
import dev.agenthost.delivery.surface.onebot.OneBotBots;
import dev.agenthost.delivery.surface.onebot.OneBotConnections;
import dev.agenthost.delivery.surface.onebot.OneBotFileCaller;
import dev.agenthost.delivery.surface.onebot.OneBotSurface;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.onebot.client.OneBotClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The surface of bots by OneBot. */
@Singleton
class OneBotWiring {
    /** Most concurrent reads from context-store. */
    private static final int READS = 8;

    private static final Duration CONNECTING = Duration.ofSeconds(2);

    /** Files are named instead of sent while context-store is not configured. */
    @Produces
    @Singleton
    OneBotSurface oneBot(
            Vertx vertx,
            BotRegistry bots,
            Secrets secrets,
            SendRepository sends,
            WebhookSettings calls,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow,
            @ConfigProperty(name = "agenthost.context-store.url") Optional<URI> contextStore,
            @ConfigProperty(name = "agenthost.event-gateway.url") Optional<URI> eventGateway,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey,
            @ConfigProperty(name = "agenthost.onebot.upload-timeout", defaultValue = "2m") Duration uploadTimeout) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        EgressClient outbound = new EgressClient(vertx, rules, calls.concurrency(), calls.timeout());
        EgressClient internal = new EgressClient(vertx, new AddressPolicy(true), READS, CONNECTING);
        Optional<OneBotFileCaller> files = contextStore.flatMap(url -> internalKey.map(
                key -> new OneBotFileCaller(new HttpArtifactReader(internal, url, key), uploadTimeout)));
        Optional<OneBotConnections> connections =
                connections(vertx, eventGateway, internalKey, calls.concurrency(), calls.timeout());
        OneBotClient client = new OneBotClient(outbound, calls.timeout());
        return new OneBotSurface(new OneBotBots(bots, secrets, client, files, connections), sends);
    }

    /** The connections that event-gateway holds; empty without its address or the internal key. */
    static Optional<OneBotConnections> connections(
            Vertx vertx, Optional<URI> eventGateway, Optional<String> internalKey, int concurrency, Duration timeout) {
        EgressClient gateway = new EgressClient(vertx, new AddressPolicy(true), concurrency, CONNECTING);
        return eventGateway.flatMap(url -> internalKey.map(
                key -> new OneBotConnections(new OneBotClient(gateway, timeout), withoutSlash(url), key)));
    }

    private static String withoutSlash(URI url) {
        return url.toString().replaceAll("/+$", "");
    }
}
