package dev.agenthost.gateway.intake.discord;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.connection.ConnectionState;
import dev.agenthost.gateway.intake.connection.ConnectionStates;
import dev.agenthost.gateway.intake.connection.FrameOutcome;
import dev.agenthost.gateway.polling.ConnectionRecord;
import dev.agenthost.gateway.polling.ConnectionRecordRepository;
import dev.agenthost.gateway.polling.ConnectionRecorder;
import dev.agenthost.gateway.polling.PollingClaim;
import dev.agenthost.gateway.polling.PollingTask;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.im.discord.gateway.DiscordSession;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of bots at Discord: one for each token, held by one replica. A second connection would receive every event a
 * second time (https://docs.discord.com/developers/events/gateway#sharding), so the holder has a claim under a lease, as the poller of
 * Telegram. The next holder resumes the session.
 */
public final class DiscordConnections implements PollingTask, ConnectionStates {
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(2);

    private final BotRegistry bots;
    private final BotTokens tokens;
    private final DiscordClient client;
    private final EgressSocketClient sockets;
    private final DiscordEventIntake intake;
    private final ConnectionRecordRepository records;
    private final Consumer<FrameOutcome> counter;
    private final Vertx vertx;
    private final Map<String, DiscordConnection> held = new ConcurrentHashMap<>();

    /** @param counter counts each event of a connection by its outcome */
    public DiscordConnections(
            BotRegistry bots,
            BotTokens tokens,
            DiscordClient client,
            EgressSocketClient sockets,
            DiscordEventIntake intake,
            ConnectionRecordRepository records,
            Consumer<FrameOutcome> counter,
            Vertx vertx) {
        this.bots = bots;
        this.tokens = tokens;
        this.client = client;
        this.sockets = sockets;
        this.intake = intake;
        this.records = records;
        this.counter = counter;
        this.vertx = vertx;
    }

    /**
     * Returns the bots that this replica can connect, as they are now. Of several bots with one token it is the first by its id. An application
     * id proves nothing: everybody can know it.
     */
    public List<BotRegistration> connectable() {
        Map<DiscordApp, BotRegistration> first = new LinkedHashMap<>();
        for (BotRegistration bot : connected()) {
            String token = tokens.of(bot);
            if (token != null) {
                first.putIfAbsent(DiscordApp.of(bot.options(), token), bot);
            }
        }
        return List.copyOf(first.values());
    }

    private List<BotRegistration> connected() {
        return bots.receivingBy(BotRegistration.CONNECTION, BotPlatform.DISCORD).stream()
                .sorted(Comparator.comparing(BotRegistration::botId))
                .toList();
    }

    /** Keeps the connection of a bot. After its token has changed, the connection begins anew. */
    @Override
    public void poll(PollingClaim claim, BotRegistration bot, BooleanSupplier mayPoll) throws InterruptedException {
        DiscordSessionRecords sessions = new DiscordSessionRecords(records, bot);
        ConnectionRecorder recorder = new ConnectionRecorder(sessions, claim);
        while (mayPoll.getAsBoolean()) {
            String token = tokens.of(bot);
            if (token == null) {
                return;
            }
            DiscordSession last = last(sessions);
            DiscordConnection connection = connection(
                    recorder, bot, token, last, () -> mayPoll.getAsBoolean() && token.equals(tokens.of(bot)));
            held.put(bot.botId(), connection);
            try {
                connection.run();
            } finally {
                held.remove(bot.botId(), connection);
            }
        }
    }

    private static @Nullable DiscordSession last(DiscordSessionRecords sessions) throws InterruptedException {
        try {
            return sessions.last().await().atMost(READ_TIMEOUT).orElse(null);
        } catch (RuntimeException failure) {
            if (failure.getCause() instanceof InterruptedException) {
                throw new InterruptedException();
            }
            throw failure;
        }
    }

    private DiscordConnection connection(
            ConnectionRecorder recorder,
            BotRegistration bot,
            String token,
            @Nullable DiscordSession last,
            BooleanSupplier isCurrent) {
        BlockingQueue<DiscordSignal> signals = new LinkedBlockingQueue<>();
        return new DiscordConnection(
                bot.botId(),
                new DiscordTransport(DiscordApp.of(bot.options(), token), client, sockets, vertx),
                recorder,
                signals,
                new DiscordEvents(bot, intake, new DiscordResponder(client), isCurrent, counter, signals::add),
                last,
                isCurrent);
    }

    /** Returns the state of the connection of this replica, or the one that its holder recorded. Blocks. */
    @Override
    public Optional<ConnectionState> of(String botId) {
        DiscordConnection here = held.get(botId);
        return here != null
                ? Optional.of(here.state())
                : connected().stream()
                        .filter(bot -> bot.botId().equals(botId))
                        .findFirst()
                        .map(this::elsewhere);
    }

    private ConnectionState elsewhere(BotRegistration bot) {
        if (tokens.of(bot) == null) {
            return new ConnectionState(false, "no token of the bot is configured here");
        }
        if (connectable().stream().noneMatch(other -> other.botId().equals(bot.botId()))) {
            return new ConnectionState(false, "another bot of the application has the connection");
        }
        try {
            ConnectionRecord stored = records.read(bot.botId()).await().atMost(READ_TIMEOUT);
            return new ConnectionState(stored.isConnected(), stored.isConnected() ? null : stored.problem());
        } catch (RuntimeException unavailable) {
            return new ConnectionState(false, "the database of event-gateway is not available");
        }
    }
}
