package dev.agenthost.gateway.intake.lark;

import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.im.lark.client.LarkEndpointClient;
import dev.agenthost.im.lark.connection.EndpointAnswer;
import dev.agenthost.im.lark.connection.EventAnswer;
import dev.agenthost.im.lark.connection.LarkConnectionConfig;
import dev.agenthost.im.lark.connection.ReconnectSchedule;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.platform.egress.http.WebSocketResult;
import dev.agenthost.protocol.bot.BotRegistration;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one long connection of a bot open, on a thread of its own: asks for an address, connects, waits for the end and connects again.
 * A bot or secret that changes gets another instance.
 */
final class LarkConnection {
    private static final Logger LOG = Logger.getLogger(LarkConnection.class);
    private static final Pattern SERVICE = Pattern.compile("[?&]service_id=(\\d{1,9})(?:&|$)");
    private static final Duration STEP_TIMEOUT = Duration.ofSeconds(60);
    /** A connection that ends sooner counts as a failed attempt. */
    private static final Duration STABLE = Duration.ofSeconds(10);

    private final BotRegistration bot;
    private final LarkApp app;
    private final LarkEndpointClient endpoints;
    private final EgressSocketClient sockets;
    private final LarkEventIntake events;
    private final Consumer<FrameOutcome> counter;
    private final Vertx vertx;
    private final Thread thread;

    private volatile boolean stopped;
    private volatile @Nullable LarkSocket socket;

    // Used on the thread only.
    private LarkConnectionConfig config = LarkConnectionConfig.DEFAULT;
    private int failures;
    private @Nullable String shown;

    /** The outcome of one attempt. */
    private sealed interface Attempt {
        record Opened(LarkSocket socket) implements Attempt {}

        record Missed(EndpointAnswer.ConnectionProblem problem) implements Attempt {}
    }

    LarkConnection(
            BotRegistration bot,
            LarkApp app,
            LarkEndpointClient endpoints,
            EgressSocketClient sockets,
            LarkEventIntake events,
            Consumer<FrameOutcome> counter,
            Vertx vertx) {
        this.bot = bot;
        this.app = app;
        this.endpoints = endpoints;
        this.sockets = sockets;
        this.events = events;
        this.counter = counter;
        this.vertx = vertx;
        this.thread = Thread.ofVirtual().name("lark-" + bot.botId()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Returns true if this connection is that of the bot and the app as they are now. */
    boolean isOf(BotRegistration currentBot, LarkApp currentApp) {
        return bot.equals(currentBot) && app.equals(currentApp);
    }

    /** Takes in no further event, and closes the connection once those that are taken in are answered. Does not block. */
    void stop(String why) {
        stopped = true;
        thread.interrupt();
        LarkSocket open = socket;
        if (open != null) {
            open.stop(why);
        }
    }

    /** Returns true once a stopped connection is closed. */
    boolean hasEnded() {
        LarkSocket open = socket;
        return open == null ? !thread.isAlive() : open.ended().isDone();
    }

    /** Waits for the events that are taken in, and interrupts them after that time. */
    void awaitEnd(Duration within) throws InterruptedException {
        LarkSocket open = socket;
        if (open != null) {
            open.awaitEnd(within);
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
            return ReconnectSchedule.afterRefusal(config, ThreadLocalRandom.current());
        }
    }

    /** Makes one attempt and, if it succeeds, waits for the end of the connection. Returns the time until the next attempt. */
    private Duration step() throws InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return switch (attempt()) {
            case Attempt.Opened(LarkSocket open) -> {
                shown = null;
                long since = System.nanoTime();
                await(open.ended());
                config = open.config();
                boolean isStable = System.nanoTime() - since >= STABLE.toNanos();
                failures = isStable ? 0 : failures + 1;
                yield failures <= 1
                        ? ReconnectSchedule.afterEnd(config, random)
                        : ReconnectSchedule.afterFailure(failures - 1, config, random);
            }
            case Attempt.Missed(EndpointAnswer.Refused(String why)) -> {
                show("the platform refuses the connection: " + why);
                yield ReconnectSchedule.afterRefusal(config, random);
            }
            case Attempt.Missed(EndpointAnswer.Failed(String why)) -> {
                failures++;
                show("there is no connection now, it is tried again: " + why);
                yield ReconnectSchedule.afterFailure(failures, config, random);
            }
        };
    }

    private Attempt attempt() throws InterruptedException {
        CompletableFuture<EndpointAnswer> asked =
                endpoints.address(app).subscribe().asCompletionStage();
        try {
            return switch (asked.get(STEP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                case EndpointAnswer.Address address -> {
                    config = address.config();
                    yield connect(address.url());
                }
                case EndpointAnswer.ConnectionProblem problem -> new Attempt.Missed(problem);
            };
        } catch (ExecutionException | TimeoutException e) {
            return new Attempt.Missed(new EndpointAnswer.Failed("no answer in time"));
        } finally {
            asked.cancel(true);
        }
    }

    private Attempt connect(String url) throws InterruptedException {
        CompletableFuture<Attempt> attempt = new CompletableFuture<>();
        Context context = vertx.getOrCreateContext();
        context.runOnContext(now -> sockets.open(url)
                .onSuccess(result -> {
                    Attempt made = opened(url, context, result);
                    if (!attempt.complete(made) && made instanceof Attempt.Opened(LarkSocket late)) {
                        late.stop("it opened too late");
                    }
                })
                .onFailure(attempt::completeExceptionally));
        try {
            return attempt.get(STEP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return new Attempt.Missed(new EndpointAnswer.Failed(String.valueOf(e.getCause())));
        } catch (TimeoutException e) {
            return new Attempt.Missed(new EndpointAnswer.Failed("no connection in time"));
        } finally {
            attempt.cancel(false);
        }
    }

    /** Called on the context. */
    private Attempt opened(String url, Context context, WebSocketResult result) {
        return switch (result) {
            case WebSocketResult.Opened(WebSocket connected) -> {
                LarkSocket open =
                        new LarkSocket(bot.botId(), service(url), connected, context, config, this::take, counter);
                socket = open;
                open.open();
                if (stopped) {
                    open.stop("the bot was changed, paused or removed");
                }
                yield new Attempt.Opened(open);
            }
            case WebSocketResult.Rejected rejected ->
                new Attempt.Missed(EndpointAnswer.ofUpgrade(rejected.status(), rejected.headers()));
            case WebSocketResult.Invalid(String why) -> new Attempt.Missed(new EndpointAnswer.Refused(why));
            case WebSocketResult.Forbidden(String why) ->
                new Attempt.Missed(new EndpointAnswer.Refused(why + ": agenthost.egress.allow"));
            case WebSocketResult.Unreachable(String why) -> new Attempt.Missed(new EndpointAnswer.Failed(why));
        };
    }

    private static int service(String url) {
        Matcher service = SERVICE.matcher(url);
        return service.find() ? Integer.parseInt(service.group(1)) : 0;
    }

    /** A bot that was changed in the meantime takes its events over its next connection. */
    private Optional<EventAnswer> take(byte[] payload) throws InterruptedException {
        if (stopped) {
            return Optional.empty();
        }
        return Optional.of(
                switch (events.take(bot, payload)) {
                    case LarkOutcome.Done(var response) -> new EventAnswer.Accepted(response);
                    case LarkOutcome.Unavailable unavailable -> new EventAnswer.Failed();
                });
    }

    private static void await(CompletableFuture<Void> ended) throws InterruptedException {
        try {
            ended.get();
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
