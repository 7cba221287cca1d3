package dev.agenthost.gateway.intake.lark;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.im.lark.client.LarkEndpointClient;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * The long connections of this replica, one for each bot of Lark that receives its events so. Every replica has its own: the platform sends
 * an event to one of the connections of an app at random
 * (https://open.larkoffice.com/document/ukTMukTMukTM/uYDNxYjL2QTM24iN0EjN/event-subscription-configure-/request-url-configuration-case.md), so
 * no lease is needed. Of several bots of one app, the first by its id has the connection, on all replicas: another one would get a random
 * part of its events.
 */
public final class LarkConnections {
    private static final Logger LOG = Logger.getLogger(LarkConnections.class);
    private static final String CHANGED = "the bot was changed, paused or removed";
    private static final String STOPPING = "the replica stops";

    private final BotRegistry bots;
    private final BotTokens secrets;
    private final LarkEndpointClient endpoints;
    private final EgressSocketClient sockets;
    private final LarkEventIntake events;
    private final Consumer<FrameOutcome> counter;
    private final Vertx vertx;
    private final Map<String, LarkConnection> open = new HashMap<>();
    private final List<LarkConnection> ending = new ArrayList<>();
    private final Map<String, String> problems = new HashMap<>();
    private boolean closed;

    /** @param counter counts each event of a connection by its outcome */
    public LarkConnections(
            BotRegistry bots,
            BotTokens secrets,
            LarkEndpointClient endpoints,
            EgressSocketClient sockets,
            LarkEventIntake events,
            Consumer<FrameOutcome> counter,
            Vertx vertx) {
        this.bots = bots;
        this.secrets = secrets;
        this.endpoints = endpoints;
        this.sockets = sockets;
        this.events = events;
        this.counter = counter;
        this.vertx = vertx;
    }

    private record ConnectedApp(BotRegistration bot, LarkApp app) {}

    /** Ends the connections of bots that have changed, and begins those that are missing; call it every second. Does not block. */
    public synchronized void round() {
        // Before all bots are read, one may be as an earlier record has it.
        if (closed || !bots.isComplete()) {
            return;
        }
        ending.removeIf(LarkConnection::hasEnded);
        Map<String, ConnectedApp> wanted = wanted();
        open.entrySet().removeIf(entry -> {
            ConnectedApp current = wanted.get(entry.getKey());
            boolean isOver = current == null || !entry.getValue().isOf(current.bot(), current.app());
            if (isOver) {
                entry.getValue().stop(CHANGED);
                ending.add(entry.getValue());
            }
            return isOver;
        });
        wanted.forEach((botId, current) -> open.computeIfAbsent(botId, missing -> {
            LarkConnection connection =
                    new LarkConnection(current.bot(), current.app(), endpoints, sockets, events, counter, vertx);
            connection.start();
            return connection;
        }));
    }

    /** Ends all connections. Waits for the events that are taken in, and interrupts them after that time. */
    public void close(Duration within) throws InterruptedException {
        List<LarkConnection> all;
        synchronized (this) {
            closed = true;
            ending.addAll(open.values());
            open.clear();
            all = List.copyOf(ending);
        }
        all.forEach(connection -> connection.stop(STOPPING));
        long end = System.nanoTime() + within.toNanos();
        for (LarkConnection connection : all) {
            connection.awaitEnd(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
    }

    private Map<String, ConnectedApp> wanted() {
        Map<String, ConnectedApp> wanted = new LinkedHashMap<>();
        Set<LarkApp> apps = new HashSet<>();
        Set<String> fine = new HashSet<>(problems.keySet());
        List<BotRegistration> all = bots.receivingBy(BotRegistration.CONNECTION, BotPlatform.LARK).stream()
                .sorted(Comparator.comparing(BotRegistration::botId))
                .toList();
        for (BotRegistration bot : all) {
            String secret = secrets.of(bot);
            LarkApp app = secret == null ? null : LarkApp.of(bot.options(), secret);
            if (app == null) {
                show(bot, "no App Secret of the bot is configured here");
                fine.remove(bot.botId());
            } else if (!apps.add(app)) {
                show(bot, "another bot of the app has the connection");
                fine.remove(bot.botId());
            } else {
                wanted.put(bot.botId(), new ConnectedApp(bot, app));
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
