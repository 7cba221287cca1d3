package dev.agenthost.im.lark.client;

import com.fasterxml.jackson.databind.JsonNode;
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
 * The part of the Open Platform on loopback that gives tokens and serves files of messages
 * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message-resource/get).
 */
public final class LarkFileServer implements AutoCloseable {
    private static final String MESSAGES = "/open-apis/im/v1/messages/";

    private final String appId;
    private final String secret;
    private final HttpServer server;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final AtomicInteger tokens = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile int valid = 1;
    private volatile int failure;

    public LarkFileServer(String appId, String secret) throws IOException {
        this.appId = appId;
        this.secret = secret;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/open-apis/auth/v3/tenant_access_token/internal", this::token);
        server.createContext(MESSAGES, this::serve);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** @param type {@code image} or {@code file} */
    public void offer(String messageId, String key, String type, byte[] content) {
        files.put(messageId + "/resources/" + key + "?type=" + type, content);
    }

    /** Refuses the tokens that were given until now. */
    void revoke() {
        valid = tokens.get() + 1;
    }

    /** Refuses all tokens. */
    void refuseTokens() {
        valid = Integer.MAX_VALUE;
    }

    /** Answers calls for files with this status; 0 for none. */
    void fail(int status) {
        failure = status;
    }

    int tokens() {
        return tokens.get();
    }

    /** Returns the number of calls for files. */
    public int calls() {
        return calls.get();
    }

    private void token(HttpExchange exchange) throws IOException {
        JsonNode body = ProtocolCodec.mapper().readTree(exchange.getRequestBody());
        boolean isKnown = body.path("app_id").asText().equals(appId)
                && body.path("app_secret").asText().equals(secret);
        answer(
                exchange,
                200,
                isKnown
                        ? "{\"code\":0,\"tenant_access_token\":\"t-" + tokens.incrementAndGet() + "\",\"expire\":7200}"
                        : "{\"code\":10014,\"msg\":\"app secret invalid\"}");
    }

    private void serve(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (failure != 0) {
            answer(exchange, failure, "{\"code\":1,\"msg\":\"x\"}");
            return;
        }
        if (authorization == null || !authorization.matches("Bearer t-\\d+") || number(authorization) < valid) {
            answer(exchange, 400, "{\"code\":99991663,\"msg\":\"Invalid access token for authorization.\"}");
            return;
        }
        byte[] content = files.get(exchange.getRequestURI().toString().substring(MESSAGES.length()));
        if (content == null) {
            answer(exchange, 400, "{\"code\":234003,\"msg\":\"File not in msg.\"}");
            return;
        }
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", "application/octet-stream");
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
        }
    }

    private static int number(String authorization) {
        return Integer.parseInt(authorization.substring("Bearer t-".length()));
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
