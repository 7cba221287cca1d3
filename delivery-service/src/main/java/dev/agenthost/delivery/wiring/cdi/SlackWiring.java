package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.delivery.surface.slack.SlackBots;
import dev.agenthost.delivery.surface.slack.SlackFileCaller;
import dev.agenthost.delivery.surface.slack.SlackPreviews;
import dev.agenthost.delivery.surface.slack.SlackSurface;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.platform.security.Secrets;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The surface of bots at Slack. */
@Singleton
class SlackWiring {

    @Produces
    @Singleton
    SlackBots slackBots(
            ChatEgress egress,
            BotRegistry bots,
            Secrets secrets,
            @ConfigProperty(name = "agenthost.slack.upload-timeout", defaultValue = "2m") Duration uploadTimeout) {
        return new SlackBots(
                bots,
                secrets,
                new SlackClient(egress.outbound(), egress.timeout()),
                egress.artifacts().map(artifacts -> new SlackFileCaller(artifacts, uploadTimeout)));
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
