package dev.agenthost.im.slack.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** The part of the platform on loopback that serves files to a token, and takes what a {@code response_url} is sent. */
public final class SlackFileServer implements AutoCloseable {
    private static final String FILES = "/files-pri/";
    private static final String LOGIN = "<!DOCTYPE html><html><body>Sign in</body></html>";

    private record Offer(byte[] content, String mimeType) {}

    private final String token;
    private final HttpServer server;
    private final Map<String, Offer> files = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<String> responses = new CopyOnWriteArrayList<>();
    private volatile int failure;
    private volatile String location = "";

    public SlackFileServer(String token) throws IOException {
        this.token = token;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(FILES, this::serve);
        server.createContext("/actions/", this::respond);
        server.start();
    }

    /** Returns the address of the Web API. */
    public String apiUrl() {
        return url("/api");
    }

    /** Returns the address of a file. */
    public String fileUrl(String id) {
        return url(FILES + id);
    }

    /** Returns a {@code response_url}. */
    public String responseUrl() {
        return url("/actions/T1/1/x");
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    public void offer(String id, String mimeType, byte[] content) {
        files.put(id, new Offer(content, mimeType));
    }

    /** Answers every call with this status; 0 for none. */
    public void fail(int status) {
        failure = status;
    }

    void redirect(String to) {
        location = to;
        failure = 302;
    }

    /** Returns the {@code Authorization} of each call for a file. */
    public List<String> calls() {
        return calls;
    }

    /** Returns the bodies that were sent to a {@code response_url}. */
    public List<String> responses() {
        return responses;
    }

    private void serve(HttpExchange exchange) throws IOException {
        String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        calls.add(authorization);
        Offer offer = files.get(exchange.getRequestURI().getPath().substring(FILES.length()));
        if (failure != 0) {
            exchange.getResponseHeaders().add("Location", location);
            answer(exchange, failure, "text/plain", "x".getBytes(StandardCharsets.UTF_8));
        } else if (offer == null) {
            answer(exchange, 404, "text/html", "gone".getBytes(StandardCharsets.UTF_8));
        } else if (authorization.equals("Bearer " + token)) {
            answer(exchange, 200, offer.mimeType(), offer.content());
        } else {
            answer(exchange, 200, "text/html; charset=utf-8", LOGIN.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void respond(HttpExchange exchange) throws IOException {
        responses.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        answer(exchange, failure == 0 ? 200 : failure, "text/plain", "ok".getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(status, content.length);
            exchange.getResponseBody().write(content);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
