package dev.agenthost.local.box;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;

/** A substitute for any service or the runner: ready at once, with the answers that the start of a box needs. */
public final class StubService {
    private static volatile boolean ails;

    public static void main(String[] arguments) throws Exception {
        var settings = System.getProperty("quarkus.config.locations");
        if (settings == null) {
            Thread.currentThread().join();
            return;
        }
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(Path.of(URI.create(settings)))) {
            properties.load(reader);
        }
        if (properties.containsKey("stub.broken")) {
            System.out.println("this stub is broken");
            System.exit(7);
        }
        var server = HttpServer.create(
                new InetSocketAddress("127.0.0.1", Integer.parseInt(properties.getProperty("quarkus.http.port"))), 0);
        server.createContext("/", exchange -> answer(exchange, settings));
        server.start();
    }

    private static void answer(HttpExchange exchange, String settings) throws IOException {
        var posted = exchange.getRequestMethod().equals("POST");
        var path = exchange.getRequestURI().getPath();
        boolean absent =
                Stream.of("agents", "bindings", "models").anyMatch(kind -> path.startsWith("/api/v1/" + kind + "/"));
        if (path.equals("/ail")) {
            ails = true;
        }
        boolean ill = ails && path.startsWith("/q/health/");
        var body = path.equals("/api/v1/runners")
                ? "[{\"id\":\"plugin:agenthost/echo/default\"},{\"id\":\"plugin:agenthost/local-agent/default\"},"
                        + "{\"id\":\"plugin:agenthost/action-graph/default\"}]"
                : settings;
        exchange.getRequestBody().readAllBytes();
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(posted ? 201 : ill ? 503 : absent ? 404 : 200, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
