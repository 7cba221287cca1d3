package dev.agenthost.gateway.intake.telegram;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.polling.GatewayDatabase;
import dev.agenthost.gateway.polling.HolderReplica;
import dev.agenthost.gateway.polling.PollingClaim;
import dev.agenthost.gateway.polling.PublishedEvents;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A bot at Telegram that is polled, and replicas that poll it. */
final class PollingReplica {
    static final String TOKEN = "4000:AAF-secret";
    static final BotRegistration BOT = new BotRegistration(
            "support",
            "green",
            BotPlatform.TELEGRAM,
            "support",
            true,
            Map.of("token", List.of("TOKEN")),
            JsonNodeFactory.instance.objectNode().put("receive", "polling"),
            1,
            null);
    static final PollingClaim CLAIM = new PollingClaim("support", new Incarnation(UUID.randomUUID()), 1);

    private PollingReplica() {}

    static HolderReplica start(int number, GatewayDatabase database, String telegram, PublishedEvents events) {
        return new HolderReplica(number, database, BOT, events, (vertx, producer, records) -> {
            var client = new TelegramClient(
                    new EgressClient(
                            vertx, new AddressPolicy(true, AllowList.parse(List.of())), 4, Duration.ofSeconds(2)),
                    telegram,
                    Duration.ofSeconds(5));
            BotTokens tokens = new BotTokens(new Secrets(Map.of("TOKEN", TOKEN)));
            var updates = new TelegramUpdateIntake(
                    BotEventIntakes.into(producer),
                    press -> CompletableFuture.failedFuture(new IOException()),
                    new TelegramDownloads(client, tokens));
            return new TelegramPoller(client, tokens, updates, Duration.ofSeconds(2));
        });
    }
}
