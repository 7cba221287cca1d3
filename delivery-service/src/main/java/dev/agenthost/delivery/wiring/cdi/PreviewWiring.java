package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.surface.dingtalk.DingTalkPreviews;
import dev.agenthost.delivery.surface.discord.DiscordPreviews;
import dev.agenthost.delivery.surface.lark.LarkPreviews;
import dev.agenthost.delivery.surface.preview.ChatPreviews;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.surface.preview.RecordedPreviews;
import dev.agenthost.delivery.surface.slack.SlackPreviews;
import dev.agenthost.delivery.surface.telegram.TelegramPreviews;
import dev.agenthost.delivery.takeover.TakeoverDirectory;
import dev.agenthost.platform.lease.LeaseKeeper;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The previews of unfinished answers in the chats of bots. */
@Singleton
class PreviewWiring {

    @Produces
    @Singleton
    RecordedPreviews recorded(PreviewRepository previews, LeaseKeeper lease) {
        return new RecordedPreviews(previews, lease);
    }

    @Produces
    @Singleton
    ChatPreviews previews(
            TelegramPreviews telegram,
            LarkPreviews lark,
            SlackPreviews slack,
            DiscordPreviews discord,
            DingTalkPreviews dingTalk,
            TakeoverDirectory takeovers,
            Vertx vertx,
            Clock clock) {
        return new ChatPreviews(
                platform -> switch (platform) {
                    case TELEGRAM -> telegram;
                    case LARK -> lark;
                    case SLACK -> slack;
                    case DISCORD -> discord;
                    case DINGTALK -> dingTalk;
                    // OneBot, WeCom and LINE edit no message.
                    case ONEBOT, WECOM, LINE, GENERIC -> PreviewPlatform.NONE;
                },
                takeovers,
                clock,
                (delay, task) -> vertx.setTimer(Math.max(1, delay.toMillis()), timer -> task.run()));
    }
}
