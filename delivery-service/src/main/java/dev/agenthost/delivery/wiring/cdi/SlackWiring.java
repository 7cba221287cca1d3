package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.http.HttpArtifactReader;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.delivery.surface.slack.SlackBots;
import dev.agenthost.delivery.surface.slack.SlackFileCaller;
import dev.agenthost.delivery.surface.slack.SlackPreviews;
import dev.agenthost.delivery.surface.slack.SlackSurface;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.slack.client.SlackClient;
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

/** The surface of bots at Slack. */
@Singleton
class SlackWiring {
    /** Most concurrent reads from context-store. */
    private static final int READS = 8;

    private static final Duration CONNECTING = Duration.ofSeconds(2);

    /** Files are named instead of sent while context-store is not configured. */
    @Produces
    @Singleton
    SlackBots slackBots(
            Vertx vertx,
            BotRegistry bots,
            Secrets secrets,
            WebhookSettings calls,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow,
            @ConfigProperty(name = "agenthost.context-store.url") Optional<URI> contextStore,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey,
            @ConfigProperty(name = "agenthost.slack.upload-timeout", defaultValue = "2m") Duration uploadTimeout) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        EgressClient outbound = new EgressClient(vertx, rules, calls.concurrency(), calls.timeout());
        EgressClient internal = new EgressClient(vertx, new AddressPolicy(true), READS, CONNECTING);
        Optional<SlackFileCaller> uploads = contextStore.flatMap(url ->
                internalKey.map(key -> new SlackFileCaller(new HttpArtifactReader(internal, url, key), uploadTimeout)));
        return new SlackBots(bots, secrets, new SlackClient(outbound, calls.timeout()), uploads);
    }

    @Produces
    @Singleton
    SlackSurface slack(SlackBots bots, SendRepository sends, PreviewRepository previews, CallRateLimiter limiter) {
        return new SlackSurface(bots, sends, previews, limiter);
    }

    @Produces
    @Singleton
    SlackPreviews slackPreviews(SlackBots bots, RecordedPreviews messages, CallRateLimiter limiter) {
        return new SlackPreviews(bots, messages, limiter);
    }
}
