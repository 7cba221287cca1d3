package dev.agenthost.delivery.wiring.cdi;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The internal route of event-gateway on loopback: its answers are those of the test. */
final class ScriptedGateway implements AutoCloseable {
    static final String KEY = "key-between";

    private final HttpServer server;
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private volatile int status = 500;
    private volatile String answer = "{}";

    ScriptedGateway() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                paths.add(exchange.getRequestURI().getPath());
                boolean isKnown =
                        ("Bearer " + KEY).equals(exchange.getRequestHeaders().getFirst("Authorization"));
                byte[] json = answer.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(isKnown ? status : 401, json.length);
                exchange.getResponseBody().write(json);
            }
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers each call like this from now on. */
    void answer(int withStatus, String json) {
        status = withStatus;
        answer = json;
    }

    List<String> paths() {
        return paths;
    }

    List<String> bodies() {
        return bodies;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
