package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.dingtalk.DingTalkBots;
import dev.agenthost.delivery.surface.dingtalk.DingTalkFileCaller;
import dev.agenthost.delivery.surface.dingtalk.DingTalkPreviews;
import dev.agenthost.delivery.surface.dingtalk.DingTalkSurface;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.dingtalk.client.DingTalkClient;
import dev.agenthost.im.dingtalk.client.DingTalkTokens;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The surface of bots at DingTalk. */
@Singleton
class DingTalkWiring {

    @Produces
    @Singleton
    DingTalkBots dingTalkBots(
            ChatEgress egress,
            BotRegistry bots,
            Secrets secrets,
            Clock clock,
            @ConfigProperty(name = "agenthost.dingtalk.upload-timeout", defaultValue = "2m") Duration uploadTimeout) {
        return new DingTalkBots(
                bots,
                secrets,
                client(egress.outbound(), egress.timeout(), clock),
                egress.artifacts().map(artifacts -> new DingTalkFileCaller(artifacts, uploadTimeout)));
    }

    @Produces
    @Singleton
    DingTalkSurface dingTalk(
            DingTalkBots bots, SendRepository sends, PreviewRepository previews, CallRateLimiter limiter) {
        return new DingTalkSurface(bots, sends, previews, limiter);
    }

    @Produces
    @Singleton
    DingTalkPreviews dingTalkPreviews(DingTalkBots bots, RecordedPreviews messages, CallRateLimiter limiter) {
        return new DingTalkPreviews(bots, messages, limiter);
    }

    static DingTalkClient client(EgressClient outbound, Duration timeout, InstantSource clock) {
        return new DingTalkClient(outbound, new DingTalkTokens(outbound, timeout, clock), timeout);
    }
}
