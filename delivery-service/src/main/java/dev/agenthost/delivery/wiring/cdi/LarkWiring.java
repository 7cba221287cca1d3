package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.lark.LarkBots;
import dev.agenthost.delivery.surface.lark.LarkFileCaller;
import dev.agenthost.delivery.surface.lark.LarkPreviews;
import dev.agenthost.delivery.surface.lark.LarkSurface;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.lark.client.LarkClient;
import dev.agenthost.im.lark.client.TenantTokens;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The surface of bots at Lark. */
@Singleton
class LarkWiring {

    @Produces
    @Singleton
    LarkBots larkBots(
            ChatEgress egress,
            BotRegistry bots,
            Secrets secrets,
            Clock clock,
            @ConfigProperty(name = "agenthost.lark.upload-timeout", defaultValue = "2m") Duration uploadTimeout) {
        return new LarkBots(
                bots,
                secrets,
                client(egress.outbound(), egress.timeout(), clock),
                egress.artifacts().map(artifacts -> new LarkFileCaller(artifacts, uploadTimeout)));
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
