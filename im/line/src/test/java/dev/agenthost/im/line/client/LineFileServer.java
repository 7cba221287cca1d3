package dev.agenthost.im.line.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The part of the API on loopback that gives files (https://developers.line.biz/en/reference/messaging-api/#get-content). */
public final class LineFileServer implements AutoCloseable {
    private static final String PATH = "/v2/bot/message/";
    private static final String CONTENT = "/content";

    private final String token;
    private final HttpServer server;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger preparations = new AtomicInteger();
    private volatile int status = 200;

    public LineFileServer(String token) throws IOException {
        this.token = token;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(PATH, this::serve);
        server.start();
    }

    /** Returns the address that stands for {@code https://api-data.line.me}. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Has a file of that message. */
    public void offer(String messageId, byte[] content) {
        files.put(messageId, content);
    }

    /** Answers the next calls as if the file were still being prepared. */
    public void prepare(int answers) {
        preparations.set(answers);
    }

    /** Answers calls with this status, which is not 200. */
    void fail(int other) {
        status = other;
    }

    /** Returns the number of calls. */
    public int calls() {
        return calls.get();
    }

    private void serve(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        String path = exchange.getRequestURI().getPath();
        String id = path.endsWith(CONTENT) ? path.substring(PATH.length(), path.length() - CONTENT.length()) : "";
        byte[] content = files.get(id);
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (status != 200) {
            send(exchange, status, message("no"));
        } else if (!("Bearer " + token).equals(authorization)) {
            send(exchange, 401, message("Authentication failed"));
        } else if (content == null) {
            send(exchange, 404, message("not found"));
        } else if (preparations.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            send(exchange, 202, new byte[0]);
        } else {
            exchange.getResponseHeaders().add("Content-Type", "image/jpeg");
            send(exchange, 200, content);
        }
    }

    private static byte[] message(String text) {
        return ("{\"message\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
    }

    private static void send(HttpExchange exchange, int code, byte[] bytes) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
