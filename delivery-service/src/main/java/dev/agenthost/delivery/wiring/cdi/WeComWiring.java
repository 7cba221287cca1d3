package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.wecom.WeComBots;
import dev.agenthost.delivery.surface.wecom.WeComFileCaller;
import dev.agenthost.delivery.surface.wecom.WeComSurface;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.wecom.client.WeComClient;
import dev.agenthost.im.wecom.client.WeComTokens;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The surface of bots at WeCom. */
@Singleton
class WeComWiring {

    @Produces
    @Singleton
    WeComSurface weCom(
            ChatEgress egress,
            BotRegistry bots,
            Secrets secrets,
            SendRepository sends,
            CallRateLimiter limiter,
            Clock clock,
            @ConfigProperty(name = "agenthost.wecom.upload-timeout", defaultValue = "2m") Duration uploadTimeout) {
        WeComBots weComBots = new WeComBots(
                bots,
                secrets,
                client(egress.outbound(), egress.timeout(), clock),
                egress.artifacts().map(artifacts -> new WeComFileCaller(artifacts, uploadTimeout)));
        return new WeComSurface(weComBots, sends, limiter);
    }

    static WeComClient client(EgressClient outbound, Duration timeout, InstantSource clock) {
        return new WeComClient(outbound, new WeComTokens(outbound, timeout, clock), timeout);
    }
}
