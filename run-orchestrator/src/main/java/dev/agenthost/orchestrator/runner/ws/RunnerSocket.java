package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.PluginConnection;
import dev.agenthost.orchestrator.runner.RunnerKeyDecision;
import dev.agenthost.orchestrator.runner.UnregisteredConnections;
import dev.agenthost.platform.rest.http.SourceAddress;
import dev.agenthost.platform.security.KeyRefusalAggregator;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Accepts the sockets of plugin processes. Only moves texts, in the order of arrival, and reads a socket no faster than its texts are
 * processed. A route, not a Quarkus endpoint, since those cannot pause a socket.
 */
@Singleton
public class RunnerSocket {
    /** Checks the keys of an upgrade request, and creates the connection. */
    public interface Reception {
        RunnerKeyDecision judge(List<String> keysOfHandshake);

        PluginConnection open(String connectionId, Channel channel, List<String> keysOfHandshake);
    }

    private static final Logger LOG = Logger.getLogger(RunnerSocket.class);
    /** Bytes of frames around a registration, and of pongs. */
    private static final int FRAMING = 1024;

    private static final String PATH = "/runner/ws";

    private final Map<String, PluginChannel> open = new ConcurrentHashMap<>();
    private final Instance<Reception> reception;
    private final KeyRefusalAggregator refused;
    private final Liveness liveness;
    private final UnregisteredConnections unregistered;
    private final LargeMessages large;
    private final Vertx vertx;

    /** @param reception available before the first plugin connects, which is later than the routes */
    RunnerSocket(
            Instance<Reception> reception,
            KeyRefusalAggregator refused,
            Liveness liveness,
            UnregisteredConnections unregistered,
            LargeMessages large,
            Vertx vertx) {
        this.reception = reception;
        this.refused = refused;
        this.liveness = liveness;
        this.unregistered = unregistered;
        this.large = large;
        this.vertx = vertx;
    }

    void register(@Observes Router router) {
        router.route(PATH).handler(this::asked);
    }

    void started(@Observes StartupEvent event) {
        vertx.setPeriodic(
                liveness.ping().toMillis(), timer -> open.values().forEach(channel -> channel.check(liveness)));
    }

    void stopping(@Observes ShutdownEvent event) {
        open.values().forEach(channel -> channel.close(1001, "going away"));
    }

    /**
     * Handles an upgrade request; any other request gets "not found", and Vert.x answers an invalid upgrade. A key in the headers is
     * checked before there is a socket, against the keys that this replica has read, without waiting.
     */
    private void asked(RoutingContext routing) {
        HttpServerRequest request = routing.request();
        if (!request.headers().contains("Sec-WebSocket-Key")) {
            routing.next();
            return;
        }
        List<String> keys = UpgradeKeys.of(request.headers());
        switch (reception.get().judge(keys)) {
            case RunnerKeyDecision.Rejected wrong -> {
                Context context = vertx.getOrCreateContext();
                refused.unknown(SourceAddress.of(request), "GET " + PATH)
                        .subscribe()
                        .with(recorded -> context.runOnContext(now -> RefusedUpgrade.wrongKey(routing.response())));
            }
            case RunnerKeyDecision.Undecided reading -> RefusedUpgrade.stillReading(routing.response());
            case RunnerKeyDecision.Missing unshown -> upgradeUnregistered(routing, request, keys);
            case RunnerKeyDecision.Accepted opens -> upgrade(request, keys, () -> {});
        }
    }

    /** Upgrades a connection without a key, within the limits of unregistered connections; connections with a key do not count. */
    private void upgradeUnregistered(RoutingContext routing, HttpServerRequest request, List<String> keys) {
        String address = request.remoteAddress().hostAddress();
        String from = address == null ? "" : address;
        if (!unregistered.enter(from)) {
            RefusedUpgrade.tooMany(routing.response());
            return;
        }
        AtomicBoolean left = new AtomicBoolean();
        upgrade(request, keys, () -> {
            if (left.compareAndSet(false, true)) {
                unregistered.leave(from);
            }
        });
    }

    /** Records the refusal of a key in the registration at once, and does not wait for the record. */
    private void refused(ServerWebSocket socket, String why) {
        SocketAddress peer = socket.remoteAddress();
        refused.unknown(peer == null ? "unknown" : peer.hostAddress(), "register_plugin: " + why);
    }

    private void upgrade(HttpServerRequest request, List<String> keys, Runnable registered) {
        // The socket of a router does not show its connection.
        HttpConnection connection = request.connection();
        request.toWebSocket()
                .onSuccess(socket -> opened(socket, connection, keys, registered))
                .onFailure(why -> {
                    registered.run();
                    LOG.debugf("an upgrade failed: %s", why.toString());
                });
    }

    private void opened(ServerWebSocket socket, HttpConnection connection, List<String> keys, Runnable registered) {
        String id = UUID.randomUUID().toString();
        PluginChannel channel = new PluginChannel(
                id,
                socket,
                connection,
                large,
                unregistered.limits().bytes() + FRAMING,
                registered,
                this::refused,
                () -> open.remove(id));
        open.put(id, channel);
        channel.serve(reception.get().open(id, channel, keys));
    }
}
