package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.PluginConnection;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Where plugin processes dial in. It only moves texts, in the order of arrival, and reads a socket no faster than what came
 * over it is worked on. A route of its own and no endpoint of Quarkus: those cannot hold a socket.
 */
@Singleton
public class RunnerSocket {
    /** Makes the logic of a new connection. */
    public interface Reception {
        PluginConnection open(String connectionId, Channel channel, List<String> keysOfHandshake);
    }

    private static final Logger LOG = Logger.getLogger(RunnerSocket.class);
    private static final String PATH = "/runner/ws";
    private static final String BEARER = "Bearer ";

    private final Map<String, SocketChannel> open = new ConcurrentHashMap<>();
    private final Instance<Reception> reception;
    private final Liveness liveness;
    private final Vertx vertx;

    /** @param reception is there when the first plugin comes, which is later than the routes */
    RunnerSocket(Instance<Reception> reception, Liveness liveness, Vertx vertx) {
        this.reception = reception;
        this.liveness = liveness;
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

    /** Whoever does not ask for a socket finds nothing here; a request that asks wrongly is answered below us. */
    private void asked(RoutingContext routing) {
        HttpServerRequest request = routing.request();
        if (!request.headers().contains("Sec-WebSocket-Key")) {
            routing.next();
            return;
        }
        List<String> keys = keys(request);
        request.toWebSocket()
                .onSuccess(socket -> opened(socket, keys))
                .onFailure(why -> LOG.debugf("an upgrade failed: %s", why.toString()));
    }

    private void opened(ServerWebSocket socket, List<String> keys) {
        String id = UUID.randomUUID().toString();
        SocketChannel channel = new SocketChannel(id, socket, () -> open.remove(id));
        open.put(id, channel);
        channel.serve(reception.get().open(id, channel, keys));
    }

    private static List<String> keys(HttpServerRequest request) {
        List<String> keys = new ArrayList<>();
        String debugKey = request.getHeader("X-LangBot-Plugin-Debug-Key");
        if (debugKey != null) {
            keys.add(debugKey);
        }
        String authorization = request.getHeader("Authorization");
        if (authorization != null && authorization.startsWith(BEARER)) {
            keys.add(authorization.substring(BEARER.length()));
        }
        return keys;
    }
}
