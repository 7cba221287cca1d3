package dev.agenthost.orchestrator.runner.ws;

import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.runner.Liveness;
import dev.agenthost.orchestrator.runner.PluginConnection;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.websockets.next.HandshakeRequest;
import io.quarkus.websockets.next.OnClose;
import io.quarkus.websockets.next.OnError;
import io.quarkus.websockets.next.OnOpen;
import io.quarkus.websockets.next.OnPongMessage;
import io.quarkus.websockets.next.OnTextMessage;
import io.quarkus.websockets.next.WebSocket;
import io.quarkus.websockets.next.WebSocketConnection;
import io.smallrye.common.annotation.NonBlocking;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Where plugin processes dial in (WIRE §4.2). It only moves texts: each is handed on at once on the socket's own thread, in the
 * order of arrival, and nothing behind it waits, so the socket is always read.
 */
@WebSocket(path = "/runner/ws")
public class RunnerSocket {
    /** Makes the logic of a new connection. */
    public interface Reception {
        PluginConnection open(String connectionId, Channel channel, List<String> keysOfHandshake);
    }

    private static final Logger LOG = Logger.getLogger(RunnerSocket.class);
    private static final String BEARER = "Bearer ";

    private final Map<String, SocketChannel> open = new ConcurrentHashMap<>();
    private final Reception reception;
    private final Liveness liveness;
    private final Vertx vertx;

    RunnerSocket(Reception reception, Liveness liveness, Vertx vertx) {
        this.reception = reception;
        this.liveness = liveness;
        this.vertx = vertx;
    }

    void started(@Observes StartupEvent event) {
        vertx.setPeriodic(
                liveness.ping().toMillis(), timer -> open.values().forEach(channel -> channel.check(liveness)));
    }

    void stopping(@Observes ShutdownEvent event) {
        open.values().forEach(channel -> channel.close(1001, "going away"));
    }

    @OnOpen
    @NonBlocking
    void opened(WebSocketConnection socket) {
        SocketChannel channel = new SocketChannel(socket);
        channel.serve(reception.open(socket.id(), channel, keys(socket.handshakeRequest())));
        open.put(socket.id(), channel);
    }

    @OnTextMessage
    @NonBlocking
    void text(String text, WebSocketConnection socket) {
        SocketChannel channel = open.get(socket.id());
        PluginConnection connection = channel == null ? null : channel.connection();
        if (channel != null && connection != null) {
            channel.seen();
            connection.received(text);
        }
    }

    @OnPongMessage
    @NonBlocking
    void pong(Buffer data, WebSocketConnection socket) {
        SocketChannel channel = open.get(socket.id());
        if (channel != null) {
            channel.seen();
        }
    }

    @OnClose
    @NonBlocking
    void closed(WebSocketConnection socket) {
        gone(socket, "the connection was closed");
    }

    @OnError
    @NonBlocking
    void failed(Throwable failure, WebSocketConnection socket) {
        LOG.warnf("connectionId=%s the socket failed: %s", socket.id(), failure.toString());
        gone(socket, "the connection broke");
        socket.close().subscribe().with(closed -> {}, ignored -> {});
    }

    private void gone(WebSocketConnection socket, String why) {
        SocketChannel channel = open.remove(socket.id());
        PluginConnection connection = channel == null ? null : channel.connection();
        if (connection != null) {
            connection.closed(why);
        }
    }

    private static List<String> keys(HandshakeRequest request) {
        List<String> keys = new ArrayList<>();
        String debugKey = request.header("X-LangBot-Plugin-Debug-Key");
        if (debugKey != null) {
            keys.add(debugKey);
        }
        String authorization = request.header("Authorization");
        if (authorization != null && authorization.startsWith(BEARER)) {
            keys.add(authorization.substring(BEARER.length()));
        }
        return keys;
    }
}
