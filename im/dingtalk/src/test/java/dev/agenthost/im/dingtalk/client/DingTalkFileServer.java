package dev.agenthost.im.dingtalk.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The part of the API on loopback that gives tokens and locations of files, and the server that has the files
 * (https://open.dingtalk.com/document/orgapp/download-the-file-content-of-the-robot-receiving-message). Codes of errors are assumed.
 */
public final class DingTalkFileServer implements AutoCloseable {
    private final String clientId;
    private final String secret;
    private final HttpServer server;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final Map<String, String> locations = new ConcurrentHashMap<>();
    private final AtomicInteger tokens = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile int valid = 1;
    private volatile int failure;
    private volatile boolean hadToken;

    public DingTalkFileServer(String clientId, String secret) throws IOException {
        this.clientId = clientId;
        this.secret = secret;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1.0/oauth2/accessToken", this::token);
        server.createContext("/v1.0/robot/messageFiles/download", this::locate);
        server.createContext("/files/", this::serve);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Has a file under that code. */
    public void offer(String code, byte[] content) {
        files.put(code, content);
        locate(code, url() + "/files/" + code);
    }

    /** Answers with that address for the code. */
    public void locate(String code, String address) {
        locations.put(code, address);
    }

    /** Redirects where the file of that code should be. */
    public void redirect(String code) {
        locate(code, url() + "/files/" + code);
    }

    /** Refuses the tokens that were given until now. */
    void revoke() {
        valid = tokens.get() + 1;
    }

    /** Refuses all tokens. */
    void refuseTokens() {
        valid = Integer.MAX_VALUE;
    }

    /** Answers calls for locations with this status; 0 for none. */
    void fail(int status) {
        failure = status;
    }

    int tokens() {
        return tokens.get();
    }

    /** Returns the number of calls for locations. */
    int calls() {
        return calls.get();
    }

    /** Returns true if a token was sent to the server of the files. */
    boolean hadToken() {
        return hadToken;
    }

    private void token(HttpExchange exchange) throws IOException {
        JsonNode body = ProtocolCodec.mapper().readTree(exchange.getRequestBody());
        boolean isKnown = body.path("appKey").asText().equals(clientId)
                && body.path("appSecret").asText().equals(secret);
        answer(
                exchange,
                isKnown ? 200 : 400,
                isKnown
                        ? "{\"accessToken\":\"t-" + tokens.incrementAndGet() + "\",\"expireIn\":7200}"
                        : "{\"code\":\"invalidClientSecret\",\"message\":\"refused\",\"requestid\":\"R\"}");
    }

    private void locate(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        JsonNode body = ProtocolCodec.mapper().readTree(exchange.getRequestBody());
        String token = exchange.getRequestHeaders().getFirst("x-acs-dingtalk-access-token");
        String location = locations.get(body.path("downloadCode").asText());
        if (failure != 0) {
            answer(exchange, failure, "{\"code\":\"x\",\"message\":\"x\"}");
        } else if (token == null || !token.matches("t-\\d+") || Integer.parseInt(token.substring(2)) < valid) {
            answer(exchange, 401, "{\"code\":\"InvalidAuthentication\",\"message\":\"refused\"}");
        } else if (location == null || !body.path("robotCode").asText().equals(clientId)) {
            answer(exchange, 400, "{\"code\":\"invalidParameter.downloadCode\",\"message\":\"refused\"}");
        } else {
            answer(
                    exchange,
                    200,
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("downloadUrl", location)
                            .toString());
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        hadToken |= exchange.getRequestHeaders().containsKey("x-acs-dingtalk-access-token");
        String path = exchange.getRequestURI().getPath();
        byte[] content = files.get(path.substring("/files/".length()));
        try (exchange) {
            if (content == null) {
                exchange.getResponseHeaders().add("Location", url() + "/files/code-1");
                exchange.sendResponseHeaders(302, -1);
            } else {
                exchange.sendResponseHeaders(200, content.length);
                exchange.getResponseBody().write(content);
            }
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        try (exchange) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
