package dev.agenthost.gateway.bot;

import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A stand-in for run-orchestrator on a socket: receives pressed buttons under the internal key and answers as the test says. */
public final class ScriptedOrchestrator implements QuarkusTestResourceLifecycleManager {
    public static final List<ButtonPress> PRESSES = new CopyOnWriteArrayList<>();
    public static volatile String outcome = "accepted";
    public static volatile int status = 200;

    private HttpServer server;

    @Override
    public Map<String, String> start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/internal/v1/button-presses", exchange -> {
            boolean isKnown =
                    "Bearer key-between".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            try {
                PRESSES.add(ProtocolCodec.decode(exchange.getRequestBody().readAllBytes(), ButtonPress.class));
            } catch (UndecodableException e) {
                throw new IOException(e);
            }
            byte[] body = ("{\"outcome\":\"" + outcome + "\"}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(isKnown ? status : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return Map.of(
                "agenthost.run-orchestrator.url",
                "http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void stop() {
        server.stop(0);
    }
}
