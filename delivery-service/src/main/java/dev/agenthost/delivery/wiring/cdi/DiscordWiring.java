package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.discord.DiscordBots;
import dev.agenthost.delivery.surface.discord.DiscordFileCaller;
import dev.agenthost.delivery.surface.discord.DiscordPreviews;
import dev.agenthost.delivery.surface.discord.DiscordSurface;
import dev.agenthost.delivery.surface.discord.DiscordTyping;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.delivery.takeover.TakeoverDirectory;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.platform.security.Secrets;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The surface of bots at Discord. */
@Singleton
class DiscordWiring {

    @Produces
    @Singleton
    DiscordBots discordBots(
            ChatEgress egress,
            BotRegistry bots,
            Secrets secrets,
            @ConfigProperty(name = "agenthost.discord.upload-timeout", defaultValue = "2m") Duration uploadTimeout) {
        return new DiscordBots(
                bots,
                secrets,
                new DiscordClient(egress.outbound(), egress.timeout()),
                egress.artifacts().map(artifacts -> new DiscordFileCaller(artifacts, uploadTimeout)));
    }

    @Produces
    @Singleton
    DiscordSurface discord(
            DiscordBots bots, SendRepository sends, PreviewRepository previews, CallRateLimiter limiter) {
        return new DiscordSurface(bots, sends, previews, limiter);
    }

    @Produces
    @Singleton
    DiscordPreviews discordPreviews(DiscordBots bots, RecordedPreviews messages, CallRateLimiter limiter) {
        return new DiscordPreviews(bots, messages, limiter);
    }

    @Produces
    @Singleton
    DiscordTyping discordTyping(DiscordBots bots, CallRateLimiter limiter, TakeoverDirectory takeovers) {
        return new DiscordTyping(bots, limiter, takeovers);
    }
}
