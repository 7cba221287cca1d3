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

    @Override
    public Map<String, String> start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.createContext(route, exchange -> {
            boolean isKnown =
                    "Bearer key-between".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            try {
                received(ProtocolCodec.decode(exchange.getRequestBody().readAllBytes(), type));
            } catch (UndecodableException e) {
                throw new IOException(e);
            }
            byte[] body = ("{\"outcome\":\"" + outcome() + "\"}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(isKnown ? status() : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return Map.of(setting, "http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void stop() {
        server.stop(0);
    }
}
