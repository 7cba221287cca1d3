package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.surface.SurfaceRouter;
import dev.agenthost.delivery.surface.dingtalk.DingTalkSurface;
import dev.agenthost.delivery.surface.discord.DiscordSurface;
import dev.agenthost.delivery.surface.http.WebhookSurface;
import dev.agenthost.delivery.surface.kafka.AdapterSurface;
import dev.agenthost.delivery.surface.lark.LarkSurface;
import dev.agenthost.delivery.surface.line.LineSurface;
import dev.agenthost.delivery.surface.onebot.OneBotSurface;
import dev.agenthost.delivery.surface.slack.SlackSurface;
import dev.agenthost.delivery.surface.telegram.TelegramSurface;
import dev.agenthost.delivery.surface.wecom.WeComSurface;
import dev.agenthost.platform.kafka.AppliedOffsetRepository;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** Provides the settings as plain records. */
@Singleton
class SendWiring {

    @Produces
    @Singleton
    SendPolicy policy(WebhookSettings settings) {
        return new SendPolicy(
                settings.claimTerm(),
                settings.timeout(),
                settings.initialDelay(),
                settings.maxDelay(),
                settings.maxAge(),
                settings.concurrency(),
                settings.endpointConcurrency());
    }

    @Produces
    @Singleton
    SurfaceRouter surfaces(
            WebhookSurface webhooks,
            AdapterSurface adapters,
            TelegramSurface telegram,
            OneBotSurface oneBot,
            LarkSurface lark,
            SlackSurface slack,
            DiscordSurface discord,
            DingTalkSurface dingTalk,
            WeComSurface weCom,
            LineSurface line) {
        return new SurfaceRouter(webhooks, adapters, platform -> switch (platform) {
            case TELEGRAM -> telegram;
            case ONEBOT -> oneBot;
            case LARK -> lark;
            case SLACK -> slack;
            case DISCORD -> discord;
            case DINGTALK -> dingTalk;
            case WECOM -> weCom;
            case LINE -> line;
            case GENERIC -> throw new IllegalArgumentException("A signed webhook has no chat");
        });
    }

    @Produces
    @Singleton
    AppliedOffsetRepository appliedOffsets(Pool pool) {
        return new PostgresAppliedOffsetRepository(pool, "delivery");
    }

    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }
}
