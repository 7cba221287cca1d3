package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.run.DeltaFeed;
import dev.agenthost.delivery.run.ProgressFeed;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.surface.Adapter;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.delivery.surface.PreviewProducer;
import dev.agenthost.delivery.surface.TypingProducer;
import dev.agenthost.delivery.surface.discord.DiscordTyping;
import dev.agenthost.delivery.surface.kafka.AdapterSurface;
import dev.agenthost.delivery.surface.kafka.KafkaDeltaProducer;
import dev.agenthost.delivery.surface.kafka.OutboundRecordProducer;
import dev.agenthost.delivery.surface.line.LineTyping;
import dev.agenthost.delivery.surface.telegram.TelegramTyping;
import dev.agenthost.delivery.takeover.TakeoverDirectory;
import dev.agenthost.im.bots.BotRegistry;
import io.smallrye.common.annotation.Identifier;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/**
 * Adapters and their topics. Parts and deltas have a producer each, with different timeouts: that of any call for a part, and a second
 * for a delta, which would otherwise delay the results behind it.
 */
@Singleton
class AdapterWiring {

    private static final Duration DELTA_TIMEOUT = Duration.ofSeconds(1);

    /** Platforms limit edits to about one in a second. */
    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(1);

    @Produces
    @Singleton
    DestinationRouter routes(OutboundAdapterSettings settings, BotRegistry bots) {
        return new DestinationRouter(
                settings.adapters().entrySet().stream()
                        .map(entry -> new Adapter(
                                entry.getKey(),
                                entry.getValue().workspace(),
                                entry.getValue().bots(),
                                entry.getValue().deltas()))
                        .toList(),
                () -> !bots.isEmpty());
    }

    @Produces
    @Singleton
    @Identifier("parts")
    OutboundRecordProducer parts(@Identifier("default-kafka-broker") Map<String, Object> kafka, SendPolicy policy) {
        return new OutboundRecordProducer(kafka, policy.callTimeout());
    }

    @Produces
    @Singleton
    @Identifier("deltas")
    OutboundRecordProducer deltas(@Identifier("default-kafka-broker") Map<String, Object> kafka) {
        return new OutboundRecordProducer(kafka, DELTA_TIMEOUT);
    }

    @Produces
    @Singleton
    AdapterSurface outbound(@Identifier("parts") OutboundRecordProducer records) {
        return new AdapterSurface(records);
    }

    @Produces
    @Singleton
    KafkaDeltaProducer deltaTopic(@Identifier("deltas") OutboundRecordProducer records, Clock clock) {
        return new KafkaDeltaProducer(records, clock);
    }

    @Produces
    @Singleton
    DeltaFeed deltaFeed(
            DestinationRouter routes,
            KafkaDeltaProducer topic,
            PreviewProducer previews,
            TelegramTyping telegram,
            DiscordTyping discord,
            LineTyping line,
            TakeoverDirectory takeovers) {
        return new DeltaFeed(
                routes,
                topic,
                topic,
                previews,
                platform -> switch (platform) {
                    case TELEGRAM -> telegram;
                    case DISCORD -> discord;
                    case LINE -> line;
                    case ONEBOT, LARK, SLACK, DINGTALK, WECOM, GENERIC -> TypingProducer.NONE;
                },
                takeovers);
    }

    @Produces
    @Singleton
    ProgressFeed progressFeed(
            DestinationRouter routes, KafkaDeltaProducer topic, TakeoverDirectory takeovers, Vertx vertx) {
        return new ProgressFeed(
                routes,
                topic,
                PROGRESS_INTERVAL,
                (delay, task) -> vertx.setTimer(delay.toMillis(), timer -> task.run()),
                takeovers);
    }

    void closeParts(@Disposes @Identifier("parts") OutboundRecordProducer records) {
        records.close();
    }

    void closeDeltas(@Disposes @Identifier("deltas") OutboundRecordProducer records) {
        records.close();
    }
}
