package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.discord.DiscordConnections;
import dev.agenthost.gateway.intake.telegram.TelegramPoller;
import dev.agenthost.gateway.polling.ConnectionRecordRepository;
import dev.agenthost.gateway.polling.PollingSupervisor;
import dev.agenthost.gateway.polling.PollingTask;
import dev.agenthost.gateway.polling.postgres.PostgresConnectionRecordRepository;
import dev.agenthost.gateway.polling.postgres.PostgresPollingClaimRepository;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.lease.LeaseKeeper;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.LeaseSettings;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Composes what one replica does for a bot. Nothing of it connects to the database before there is such a bot. */
@Singleton
class PollingWiring {
    @Produces
    @Singleton
    LeaseRepository leases(LeaseConnection connection) {
        return new PostgresLeaseRepository(connection, "gateway");
    }

    @Produces
    @Singleton
    LeaseKeeper lease(LeaseRepository leases, LeaseSettings settings) {
        return new LeaseKeeper(
                leases, "pid " + ProcessHandle.current().pid(), settings.term(), UUID::randomUUID, System::nanoTime);
    }

    @Produces
    @Singleton
    PolledBots polledBots(BotRegistry bots, BotTokens tokens, DiscordConnections discord) {
        // Before all bots are read, one may be as an earlier record has it.
        return () -> bots.isComplete()
                ? Stream.concat(polled(bots, tokens), discord.connectable().stream())
                        .toList()
                : List.of();
    }

    /** A bot whose token another replica has is left to that one. */
    private static Stream<BotRegistration> polled(BotRegistry bots, BotTokens tokens) {
        return bots.receivingBy(BotRegistration.POLLING, BotPlatform.TELEGRAM).stream()
                .filter(bot -> tokens.of(bot) != null);
    }

    @Produces
    @Singleton
    ConnectionRecordRepository connectionRecords(Pool pool) {
        return new PostgresConnectionRecordRepository(pool);
    }

    @Produces
    @Singleton
    PollingSupervisor supervisor(
            PolledBots bots,
            Pool pool,
            LeaseRepository leases,
            LeaseKeeper lease,
            TelegramPoller telegram,
            DiscordConnections discord) {
        PollingTask task = (claim, bot, mayPoll) ->
                (bot.platform() == BotPlatform.DISCORD ? discord : telegram).poll(claim, bot, mayPoll);
        return new PollingSupervisor(bots, new PostgresPollingClaimRepository(pool), leases, lease, task);
    }
}
