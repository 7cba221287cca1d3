package dev.agenthost.gateway.bot;

import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/**
 * A stand-in for a service on a socket: receives commands on one internal route under the internal key, and answers as the test says.
 *
 * @param <C> the commands
 */
abstract class ScriptedCommands<C> implements QuarkusTestResourceLifecycleManager {
    private final String setting;
    private final String route;
    private final Class<C> type;
    private HttpServer server;

    /** @param setting which has the address of the service */
    ScriptedCommands(String setting, String route, Class<C> type) {
        this.setting = setting;
        this.route = route;
        this.type = type;
    }

    abstract void received(C command);

    abstract String outcome();

    abstract int status();

    /** Adds further routes. */
    void extend(HttpServer server) {}

    @Override
    public Map<String, String> start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        serve(server, route, type, command -> {
            received(command);
            return "{\"outcome\":\"" + outcome() + "\"}";
        });
        extend(server);
        server.start();
        return Map.of(setting, "http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Serves a route under the internal key. */
    final <T> void serve(HttpServer server, String path, Class<T> request, Function<T, String> answer) {
        server.createContext(path, exchange -> {
            boolean isKnown =
                    "Bearer key-between".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            try {
                byte[] body = answer.apply(
                                ProtocolCodec.decode(exchange.getRequestBody().readAllBytes(), request))
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(isKnown ? status() : 401, body.length);
                exchange.getResponseBody().write(body);
            } catch (UndecodableException e) {
                throw new IOException(e);
            }
            exchange.close();
        });
    }

    @Override
    public void stop() {
        server.stop(0);
    }
}
