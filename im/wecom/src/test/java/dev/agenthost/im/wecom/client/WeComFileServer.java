package dev.agenthost.im.wecom.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The part of the API on loopback that gives tokens (https://developer.work.weixin.qq.com/document/path/91039) and files
 * (https://developer.work.weixin.qq.com/document/path/90254).
 */
public final class WeComFileServer implements AutoCloseable {
    private final String corpId;
    private final String secret;
    private final HttpServer server;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final Map<String, String> dispositions = new ConcurrentHashMap<>();
    private final AtomicInteger tokens = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile int valid = 1;
    private volatile int status = 200;
    private volatile int code;
    private volatile int tokenStatus = 200;
    private volatile String tokenAnswer = "";

    public WeComFileServer(String corpId, String secret) throws IOException {
        this.corpId = corpId;
        this.secret = secret;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/cgi-bin/gettoken", this::token);
        server.createContext("/cgi-bin/media/get", this::serve);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Has a file under that id, which is the name of the file, too. */
    public void offer(String mediaId, byte[] content) {
        offer(mediaId, content, "attachment; filename=\"" + mediaId + ".jpg\"");
    }

    /** Has a file under that id. */
    public void offer(String mediaId, byte[] content, String disposition) {
        files.put(mediaId, content);
        dispositions.put(mediaId, disposition);
    }

    /** Refuses the tokens that were given until now. */
    void revoke() {
        valid = tokens.get() + 1;
    }

    /** Refuses all tokens. */
    void refuseTokens() {
        valid = Integer.MAX_VALUE;
    }

    /** Answers calls for files with this status, which is not 200. */
    void fail(int other) {
        status = other;
    }

    /** Answers calls for files with this errcode. */
    void refuse(int errcode) {
        code = errcode;
    }

    /** Answers calls for tokens with that. */
    void answerTokens(int other, String body) {
        tokenStatus = other;
        tokenAnswer = body;
    }

    int tokens() {
        return tokens.get();
    }

    /** Returns the number of calls for files. */
    int calls() {
        return calls.get();
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> query = query(exchange);
        boolean isKnown = corpId.equals(query.get("corpid")) && secret.equals(query.get("corpsecret"));
        if (!tokenAnswer.isEmpty() || tokenStatus != 200) {
            answer(exchange, tokenStatus, tokenAnswer);
        } else if (isKnown) {
            answer(
                    exchange,
                    200,
                    "{\"errcode\":0,\"errmsg\":\"ok\",\"access_token\":\"t+/" + tokens.incrementAndGet()
                            + "\",\"expires_in\":7200}");
        } else {
            answer(exchange, 200, error(40001));
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        Map<String, String> query = query(exchange);
        String token = query.getOrDefault("access_token", "");
        byte[] content = files.get(query.getOrDefault("media_id", ""));
        if (status != 200) {
            answer(exchange, status, "");
        } else if (code != 0) {
            answer(exchange, 200, error(code));
        } else if (!token.matches("t\\+/\\d+") || Integer.parseInt(token.substring(3)) < valid) {
            answer(exchange, 200, error(40014));
        } else if (content == null) {
            answer(exchange, 200, error(40007));
        } else {
            exchange.getResponseHeaders().add("Content-Type", "image/jpeg");
            exchange.getResponseHeaders().add("Content-disposition", dispositions.get(query.get("media_id")));
            send(exchange, 200, content);
        }
    }

    private static Map<String, String> query(HttpExchange exchange) {
        Map<String, String> query = new HashMap<>();
        for (String pair : exchange.getRequestURI().getRawQuery().split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    private static String error(int errcode) {
        return "{\"errcode\":" + errcode + ",\"errmsg\":\"refused\"}";
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json; charset=UTF-8");
        send(exchange, status, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] bytes) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
