package dev.agenthost.gateway.intake.connection.ws;

import dev.agenthost.gateway.intake.connection.ConnectedApp;
import dev.agenthost.gateway.intake.connection.ConnectedPlatform;
import dev.agenthost.gateway.intake.connection.ConnectionState;
import dev.agenthost.gateway.intake.connection.ConnectionStates;
import dev.agenthost.gateway.intake.connection.FrameOutcome;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;

/**
 * The connections of this replica, one for each bot that receives its events so. Of several bots of one app, the first by its id has the
 * connection, on all replicas: another one would get a random part of its events.
 */
public final class PlatformConnections implements ConnectionStates {
    private static final Logger LOG = Logger.getLogger(PlatformConnections.class);
    private static final String CHANGED = "the bot was changed, paused or removed";
    private static final String STOPPING = "the replica stops";

    private final List<ConnectedPlatform> platforms;
    private final BotRegistry bots;
    private final EgressSocketClient client;
    private final BiConsumer<BotPlatform, FrameOutcome> counter;
    private final Vertx vertx;
    private final Map<String, PlatformConnection> open = new HashMap<>();
    private final List<PlatformConnection> ending = new ArrayList<>();
    private final Map<String, String> problems = new HashMap<>();
    private boolean closed;

    /** @param counter counts each event of a connection by its outcome */
    public PlatformConnections(
            List<ConnectedPlatform> platforms,
            BotRegistry bots,
            EgressSocketClient client,
            BiConsumer<BotPlatform, FrameOutcome> counter,
            Vertx vertx) {
        this.platforms = List.copyOf(platforms);
        this.bots = bots;
        this.client = client;
        this.counter = counter;
        this.vertx = vertx;
    }

    private record ConnectedBot(BotRegistration bot, ConnectedApp app) {}

    /** Ends the connections of bots that have changed, and begins those that are missing; call it every second. Does not block. */
    public synchronized void round() {
        // Before all bots are read, one may be as an earlier record has it.
        if (closed || !bots.isComplete()) {
            return;
        }
        ending.removeIf(PlatformConnection::hasEnded);
        Map<String, ConnectedBot> wanted = wanted();
        Map<String, PlatformConnection> needed = new HashMap<>();
        open.entrySet().removeIf(entry -> {
            ConnectedBot current = wanted.get(entry.getKey());
            PlatformConnection connection = entry.getValue();
            if (current != null && connection.isOf(current.bot(), current.app())) {
                return false;
            }
            ending.add(connection);
            if (current != null && connection.isNeededUntilSuccessor(current.bot())) {
                needed.put(entry.getKey(), connection);
            } else {
                connection.stop(CHANGED);
            }
            return true;
        });
        wanted.forEach((botId, current) -> open.computeIfAbsent(botId, missing -> {
            PlatformConnection connection = new PlatformConnection(
                    current.bot(),
                    current.app(),
                    client,
                    outcome -> counter.accept(current.bot().platform(), outcome),
                    vertx);
            PlatformConnection predecessor = needed.get(botId);
            if (predecessor != null) {
                predecessor.stopAfter(connection, CHANGED);
            }
            connection.start();
            return connection;
        }));
    }

    @Override
    public synchronized Optional<ConnectionState> of(String botId) {
        String problem = problems.get(botId);
        return problem == null
                ? Optional.ofNullable(open.get(botId)).map(PlatformConnection::state)
                : Optional.of(new ConnectionState(false, problem));
    }

    /** Ends all connections. Waits for the events that are taken in, and interrupts them after that time. */
    public void close(Duration within) throws InterruptedException {
        List<PlatformConnection> all;
        synchronized (this) {
            closed = true;
            ending.addAll(open.values());
            open.clear();
            all = List.copyOf(ending);
        }
        all.forEach(connection -> connection.stop(STOPPING));
        long end = System.nanoTime() + within.toNanos();
        for (PlatformConnection connection : all) {
            connection.awaitEnd(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
    }

    private Map<String, ConnectedBot> wanted() {
        Map<String, ConnectedBot> wanted = new LinkedHashMap<>();
        Set<String> fine = new HashSet<>(problems.keySet());
        for (ConnectedPlatform platform : platforms) {
            Set<Object> taken = new HashSet<>();
            List<BotRegistration> all = bots.receivingBy(BotRegistration.CONNECTION, platform.platform()).stream()
                    .sorted(Comparator.comparing(BotRegistration::botId))
                    .toList();
            for (BotRegistration bot : all) {
                Optional<ConnectedApp> app = platform.app(bot);
                if (app.isEmpty()) {
                    show(bot, "no " + platform.secretName() + " of the bot is configured here");
                    fine.remove(bot.botId());
                } else if (!Collections.disjoint(taken, app.get().identities())) {
                    show(bot, "another bot of the app has the connection");
                    fine.remove(bot.botId());
                } else {
                    taken.addAll(app.get().identities());
                    wanted.put(bot.botId(), new ConnectedBot(bot, app.get()));
                }
            }
        }
        fine.forEach(problems::remove);
        return wanted;
    }

    /** Logs a problem of a bot when it is another one than the last. */
    private void show(BotRegistration bot, String problem) {
        if (!problem.equals(problems.put(bot.botId(), problem))) {
            LOG.warnf("the bot has no connection: botId=%s %s", bot.botId(), problem);
        }
    }
}
