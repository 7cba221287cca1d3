package dev.agenthost.gateway.intake.connection.ws;

import dev.agenthost.gateway.intake.connection.ConnectedApp;
import dev.agenthost.gateway.intake.connection.ConnectionState;
import dev.agenthost.gateway.intake.connection.FrameOutcome;
import dev.agenthost.gateway.intake.connection.SocketProtocol;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.chat.connection.ConnectionTimes;
import dev.agenthost.im.chat.connection.ReconnectSchedule;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.platform.egress.http.WebSocketResult;
import dev.agenthost.protocol.bot.BotRegistration;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.WebSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one connection of a bot open, on a thread of its own: asks for an address, connects, waits until the connection needs a successor and
 * connects again. A connection that the platform is about to close receives events until its successor does. A bot or secret that changes
 * gets another instance.
 */
final class PlatformConnection {
    private static final Logger LOG = Logger.getLogger(PlatformConnection.class);
    private static final Duration STEP_TIMEOUT = Duration.ofSeconds(60);
    /** A connection that needs a successor sooner counts as a failed attempt. */
    private static final Duration STABLE = Duration.ofSeconds(10);

    /** Before the platform has sent any. */
    private static final ConnectionTimes FIRST_TIMES =
            new ConnectionTimes(Duration.ofSeconds(120), Duration.ofSeconds(30), Duration.ofSeconds(120));

    private final BotRegistration bot;
    private final ConnectedApp app;
    private final EgressSocketClient client;
    private final Consumer<FrameOutcome> counter;
    private final Vertx vertx;
    private final Thread thread;
    private final Set<PlatformSocket> sockets = ConcurrentHashMap.newKeySet();

    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    private volatile boolean stopped;
    private volatile boolean redelivers;
    private volatile @Nullable String shown;

    // Used on the thread only.
    private ConnectionTimes times = FIRST_TIMES;
    private int failures;

    /** The outcome of one attempt. */
    private sealed interface Attempt {
        record Opened(PlatformSocket socket) implements Attempt {}

        record Missed(AddressAnswer.Problem problem) implements Attempt {}
    }

    PlatformConnection(
            BotRegistration bot,
            ConnectedApp app,
            EgressSocketClient client,
            Consumer<FrameOutcome> counter,
            Vertx vertx) {
        this.bot = bot;
        this.app = app;
        this.client = client;
        this.counter = counter;
        this.vertx = vertx;
        this.thread = Thread.ofVirtual().name("connection-" + bot.botId()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Returns true if this connection is that of the bot and the app as they are now. */
    boolean isOf(BotRegistration currentBot, ConnectedApp currentApp) {
        return bot.equals(currentBot) && app.equals(currentApp);
    }

    /** Returns true if messages would be lost that arrive before that bot, a later state of this one, has a connection. */
    boolean isNeededUntilSuccessor(BotRegistration currentBot) {
        return !redelivers && bot.workspaceId().equals(currentBot.workspaceId());
    }

    /** Opens no other connection, and stops once the successor has one, is refused one or is stopped. Does not block. */
    void stopAfter(PlatformConnection successor, String why) {
        stopped = true;
        thread.interrupt();
        successor.settled.thenRun(() -> stop(why));
    }

    /** Returns the state at this moment. */
    ConnectionState state() {
        boolean isConnected = sockets.stream().anyMatch(PlatformSocket::isReady);
        return new ConnectionState(isConnected, isConnected ? null : shown);
    }

    /** Stops its connection as {@link PlatformSocket#stop} does. Does not block. */
    void stop(String why) {
        stopped = true;
        settled.complete(null);
        thread.interrupt();
        sockets.forEach(socket -> socket.stop(why));
    }

    /** Returns true once a stopped connection is closed. */
    boolean hasEnded() {
        return !thread.isAlive() && sockets.isEmpty();
    }

    /** Waits for the events that are taken in, and interrupts them after that time. */
    void awaitEnd(Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        for (PlatformSocket socket : sockets) {
            socket.awaitEnd(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
    }

    private void run() {
        try {
            while (!stopped) {
                Thread.sleep(stepOrPause());
            }
        } catch (InterruptedException stop) {
            // It connects no more.
        }
    }

    private Duration stepOrPause() throws InterruptedException {
        try {
            return step();
        } catch (RuntimeException defect) {
            LOG.errorf(defect, "the connection failed and begins again: botId=%s", bot.botId());
            return ReconnectSchedule.afterRefusal(times, ThreadLocalRandom.current());
        }
    }

    /** Makes one attempt and, if it succeeds, waits until the connection needs a successor. Returns the time until the next attempt. */
    private Duration step() throws InterruptedException {
        return switch (attempt()) {
            case Attempt.Opened(PlatformSocket open) -> {
                long since = System.nanoTime();
                SocketEnd end = await(open.over());
                times = open.times();
                yield after(end, System.nanoTime() - since >= STABLE.toNanos());
            }
            case Attempt.Missed(var problem) -> after(problem);
        };
    }

    private Duration after(SocketEnd end, boolean isStable) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (isStable) {
            failures = 0;
        }
        return switch (end) {
            case SocketEnd.Rejected(var problem) -> after(problem);
            case SocketEnd.Closed() ->
                isRepeated(isStable)
                        ? ReconnectSchedule.afterFailure(failures - 1, times, random)
                        : ReconnectSchedule.afterEnd(times, random);
            case SocketEnd.Closing() ->
                isRepeated(isStable)
                        ? ReconnectSchedule.afterFailure(failures - 1, times, random)
                        : ReconnectSchedule.beforeEnd(random);
        };
    }

    private boolean isRepeated(boolean isStable) {
        return !isStable && ++failures > 1;
    }

    private Duration after(AddressAnswer.Problem problem) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return switch (problem) {
            case AddressAnswer.Refused(String why) -> {
                show("the platform refuses the connection: " + why);
                settled.complete(null);
                yield ReconnectSchedule.afterRefusal(times, random);
            }
            case AddressAnswer.Failed(String why) -> {
                failures++;
                show("there is no connection now, it is tried again: " + why);
                yield ReconnectSchedule.afterFailure(failures, times, random);
            }
            case AddressAnswer.Limited(String why, Duration delay) -> {
                show("there is no connection now, too many were asked for: " + why);
                yield ReconnectSchedule.afterLimit(delay, random);
            }
        };
    }

    private Attempt attempt() throws InterruptedException {
        CompletableFuture<AddressAnswer> asked = app.address().subscribe().asCompletionStage();
        try {
            return switch (asked.get(STEP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                case AddressAnswer.Address address -> {
                    times = address.times();
                    yield connect(address);
                }
                case AddressAnswer.Problem problem -> new Attempt.Missed(problem);
            };
        } catch (ExecutionException | TimeoutException e) {
            return new Attempt.Missed(new AddressAnswer.Failed("no answer in time"));
        } finally {
            asked.cancel(true);
        }
    }

    private Attempt connect(AddressAnswer.Address address) throws InterruptedException {
        CompletableFuture<Attempt> attempt = new CompletableFuture<>();
        Context context = vertx.getOrCreateContext();
        context.runOnContext(now -> client.open(address.url())
                .onSuccess(result -> {
                    Attempt made = opened(address, context, result);
                    if (!attempt.complete(made) && made instanceof Attempt.Opened(PlatformSocket late)) {
                        late.stop("it opened too late");
                    }
                })
                .onFailure(attempt::completeExceptionally));
        try {
            return attempt.get(STEP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return new Attempt.Missed(new AddressAnswer.Failed(String.valueOf(e.getCause())));
        } catch (TimeoutException e) {
            return new Attempt.Missed(new AddressAnswer.Failed("no connection in time"));
        } finally {
            attempt.cancel(false);
        }
    }

    /** Called on the context. */
    private Attempt opened(AddressAnswer.Address address, Context context, WebSocketResult result) {
        return switch (result) {
            case WebSocketResult.Opened(WebSocket connected) -> {
                SocketProtocol protocol = app.protocol(bot, address);
                redelivers = protocol.redelivers();
                PlatformSocket open =
                        new PlatformSocket(bot.botId(), connected, context, protocol, address.times(), counter);
                sockets.add(open);
                open.ended().thenRun(() -> sockets.remove(open));
                open.ready().thenRun(() -> takePlace(open));
                open.open();
                if (stopped) {
                    open.stop("the bot was changed, paused or removed");
                }
                yield new Attempt.Opened(open);
            }
            case WebSocketResult.Rejected rejected ->
                new Attempt.Missed(app.ofUpgrade(rejected.status(), rejected.headers()));
            case WebSocketResult.Invalid(String why) -> new Attempt.Missed(new AddressAnswer.Refused(why));
            case WebSocketResult.Forbidden(String why) ->
                new Attempt.Missed(new AddressAnswer.Refused(why + ": agenthost.egress.allow"));
            case WebSocketResult.Unreachable(String why) -> new Attempt.Missed(new AddressAnswer.Failed(why));
        };
    }

    private void takePlace(PlatformSocket successor) {
        shown = null;
        settled.complete(null);
        sockets.stream().filter(socket -> socket != successor).forEach(PlatformSocket::retire);
    }

    private static SocketEnd await(CompletableFuture<SocketEnd> over) throws InterruptedException {
        try {
            return over.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a connection is no failure", e);
        }
    }

    /** Logs a problem when it is another one than the last. */
    private void show(String problem) {
        if (!problem.equals(shown)) {
            LOG.warnf("botId=%s %s", bot.botId(), problem);
        }
        shown = problem;
    }
}
