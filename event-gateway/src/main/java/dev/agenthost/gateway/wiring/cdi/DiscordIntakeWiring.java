package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.bot.QuestionFormClient;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.discord.DiscordConnections;
import dev.agenthost.gateway.intake.discord.DiscordDownloads;
import dev.agenthost.gateway.intake.discord.DiscordEventIntake;
import dev.agenthost.gateway.intake.discord.DiscordForms;
import dev.agenthost.gateway.polling.ConnectionRecordRepository;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.im.discord.client.DiscordFileDownload;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.protocol.bot.BotPlatform;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Composes the entrances of Discord. */
@Singleton
class DiscordIntakeWiring {
    private static final int CONNECTIONS = 32;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    /** Of a message of the gateway: a server is announced with all its channels and threads. A larger message breaks the connection. */
    private static final int LARGEST_MESSAGE = 16 * 1024 * 1024;

    private final AddressPolicy rules;
    private final EgressClient outbound;

    DiscordIntakeWiring(Vertx vertx, @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        this.rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        this.outbound = new EgressClient(vertx, rules, CONNECTIONS, CONNECT_TIMEOUT);
    }

    @Produces
    @Singleton
    DiscordEventIntake discordEvents(
            BotEventIntake events, ButtonPressClient presses, QuestionFormClient forms, InstantSource clock) {
        return new DiscordEventIntake(
                events,
                presses,
                new DiscordForms(forms),
                new DiscordDownloads(new DiscordFileDownload(outbound, ANSWER_TIMEOUT)),
                clock);
    }

    @Produces
    @Singleton
    DiscordConnections discordConnections(
            BotRegistry bots,
            BotTokens tokens,
            DiscordEventIntake events,
            ConnectionRecordRepository records,
            ConnectionEventCounter counter,
            Vertx vertx) {
        return new DiscordConnections(
                bots,
                tokens,
                new DiscordClient(outbound, ANSWER_TIMEOUT),
                new EgressSocketClient(vertx, rules, LARGEST_MESSAGE, CONNECT_TIMEOUT),
                events,
                records,
                outcome -> counter.accept(BotPlatform.DISCORD, outcome),
                vertx);
    }
}
