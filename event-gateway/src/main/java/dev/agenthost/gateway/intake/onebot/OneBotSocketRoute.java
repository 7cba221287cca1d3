package dev.agenthost.gateway.intake.onebot;

import dev.agenthost.gateway.connection.BotConnections;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.http.SourceAddress;
import dev.agenthost.platform.security.KeyRefusalAggregator;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Accepts the connections of implementations of OneBot
 * (https://github.com/botuniverse/onebot-11/blob/master/communication/ws-reverse.md), at any replica. A route, not a Quarkus endpoint, since
 * those cannot pause a socket.
 */
@Singleton
public class OneBotSocketRoute {
    private static final Logger LOG = Logger.getLogger(OneBotSocketRoute.class);
    private static final String PATH = "/webhooks/onebot/:bot_id/ws";
    private static final Duration CHECK = Duration.ofSeconds(1);
    private static final int CHECKS_PER_PING = 15;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private static final Problem TOO_MANY = Problem.of(
            FailureCode.RATE_LIMITED,
            "The bot has " + SocketSlots.MOST + " connections at this replica. Close one, or try again later.");

    private final Set<OneBotSocket> open = ConcurrentHashMap.newKeySet();
    private final SocketSlots slots = new SocketSlots();
    private final BotRegistry bots;
    private final Secrets secrets;
    private final OneBotEventIntake events;
    private final KeyRefusalAggregator refusals;
    private final BotConnections callable;
    private final Vertx vertx;
    private int checks;

    OneBotSocketRoute(
            BotRegistry bots,
            Secrets secrets,
            OneBotEventIntake events,
            KeyRefusalAggregator refusals,
            BotConnections callable,
            Vertx vertx) {
        this.bots = bots;
        this.secrets = secrets;
        this.events = events;
        this.refusals = refusals;
        this.callable = callable;
        this.vertx = vertx;
    }

    void register(@Observes Router router) {
        router.route(PATH).handler(this::requested);
    }

    void started(@Observes StartupEvent event) {
        vertx.setPeriodic(CHECK.toMillis(), timer -> {
            boolean ping = ++checks % CHECKS_PER_PING == 0;
            open.forEach(socket -> socket.check(ping));
        });
    }

    /** Events that were read and not published are lost when the process ends: the message that is taken in is waited for. */
    void stopping(@Observes ShutdownEvent event) throws InterruptedException {
        open.forEach(socket -> socket.stop(OneBotSocket.GOING_AWAY, "the replica stops"));
        long end = System.nanoTime() + STOP_TIMEOUT.toNanos();
        for (OneBotSocket socket : open) {
            socket.awaitEnd(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
    }

    /** Handles an upgrade request; any other request gets "not found", and Vert.x answers an invalid upgrade. */
    private void requested(RoutingContext routing) {
        HttpServerRequest request = routing.request();
        if (!request.headers().contains("Sec-WebSocket-Key")) {
            routing.next();
            return;
        }
        SocketHandshake handshake = SocketHandshake.of(
                String.valueOf(routing.pathParam("bot_id")),
                request.getHeader(HttpHeaders.AUTHORIZATION),
                request.getHeader(OneBotAccount.HEADER),
                request.getHeader("X-Client-Role"));
        switch (handshake.check(bots, secrets)) {
            case SocketAdmission.WrongToken(Problem problem) -> {
                Context context = vertx.getOrCreateContext();
                refusals.unknown(SourceAddress.of(request), "GET " + request.path())
                        .subscribe()
                        .with(recorded -> context.runOnContext(now -> refuse(routing.response(), problem, false)));
            }
            case SocketAdmission.Refused(Problem problem, boolean isTemporary) ->
                refuse(routing.response(), problem, isTemporary);
            case SocketAdmission.Admitted admitted -> upgrade(routing, request, handshake);
        }
    }

    private void upgrade(RoutingContext routing, HttpServerRequest request, SocketHandshake handshake) {
        if (!slots.enter(handshake.botId())) {
            refuse(routing.response(), TOO_MANY, true);
            return;
        }
        request.toWebSocket().onSuccess(socket -> opened(socket, handshake)).onFailure(failure -> {
            slots.leave(handshake.botId());
            LOG.debugf("an upgrade failed: %s", failure.toString());
        });
    }

    private void opened(ServerWebSocket socket, SocketHandshake handshake) {
        OneBotSocket connection = new OneBotSocket(
                handshake, socket, vertx.getOrCreateContext(), events, () -> admitted(handshake), ended -> {
                    open.remove(ended);
                    slots.leave(handshake.botId());
                });
        open.add(connection);
        boolean acceptsCalls =
                SocketRole.of(handshake.role()).filter(SocketRole::acceptsCalls).isPresent();
        if (acceptsCalls) {
            callable.opened(connection);
        }
        connection.open(() -> callable.closed(connection));
    }

    private Optional<BotRegistration> admitted(SocketHandshake handshake) {
        return handshake.check(bots, secrets) instanceof SocketAdmission.Admitted(BotRegistration bot)
                ? Optional.of(bot)
                : Optional.empty();
    }

    /** Answers and closes the connection: a client that requested a socket has no other use for it. */
    private static void refuse(HttpServerResponse response, Problem problem, boolean isTemporary) {
        if (isTemporary) {
            response.putHeader("Retry-After", "2");
        }
        if (problem.status() == 401) {
            response.putHeader("WWW-Authenticate", "Bearer");
        }
        response.setStatusCode(problem.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader("Cache-Control", "no-store")
                .putHeader(HttpHeaders.CONNECTION, "close")
                .end(Buffer.buffer(ProtocolCodec.encode(problem)));
    }
}
