package dev.agenthost.testkit.wecom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.testkit.AnswerHold;
import dev.agenthost.testkit.http.CallReader;
import dev.agenthost.testkit.http.RecordedCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.LongPredicate;

/**
 * The API of WeCom on loopback with one self-built application, whose messages the test sees. It follows the pages of
 * developer.work.weixin.qq.com that its rules name; what they do not say is marked as assumed. It was never compared with WeCom itself.
 */
public final class ScriptedWeCom implements AutoCloseable {
    /** The AgentId of the application. */
    public static final int AGENT = 1000002;

    private static final String SEND = "POST /cgi-bin/message/send";

    private final HttpServer server;
    private final ScriptedWeComTokens tokens;
    private final ScriptedWeComChats chats = new ScriptedWeComChats(AGENT, InstantSource.system());
    private final Queue<WeComFault> faults = new ConcurrentLinkedQueue<>();
    private final List<RecordedCall> calls = new CopyOnWriteArrayList<>();
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final AnswerHold hold = new AnswerHold();
    private volatile boolean isClosed;

    public ScriptedWeCom(String corpId, String secret) throws IOException {
        tokens = new ScriptedWeComTokens(corpId, secret);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    /** Returns the address that stands for {@code https://qyapi.weixin.qq.com}. */
    public String apiUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the messages of the application that a person sees, in their order. */
    public List<WeComMessage> messages(String userId) {
        return chats.messages(userId);
    }

    /** The person leaves the company, or the application is hidden from that person. */
    public void leave(String userId) {
        chats.leave(userId);
    }

    /** Returns the bytes of an uploaded file. */
    public byte[] uploaded(String mediaId) {
        return chats.uploaded(mediaId);
    }

    /** A person sends a file. @param mediaId of the message */
    public void receiveFile(String mediaId, byte[] content) {
        files.put(mediaId, content.clone());
    }

    /** Returns the calls whose path ends so, in their order; those for tokens included. */
    public List<RecordedCall> calls(String end) {
        return calls.stream().filter(call -> call.method().endsWith(end)).toList();
    }

    /** Lets the next call fail; several faults are used in their order. */
    public void failNext(WeComFault fault) {
        faults.add(fault);
    }

    /** Forgets the faults that no call has used. */
    public void clearFaults() {
        faults.clear();
    }

    /** Makes the current token invalid. */
    public void expireToken() {
        tokens.expire();
    }

    /** Shortens the longest content in bytes (2048). */
    public void limitMessages(int bytes) {
        chats.limit(bytes);
    }

    /** An administrator disables the application. */
    public void disable() {
        isClosed = true;
    }

    /**
     * Holds back the answers of messages from now on.
     *
     * @param isLost true for the digits of ids of persons whose calls have no effect
     */
    public void holdAnswers(LongPredicate isLost) {
        hold.begin(isLost);
    }

    /** Returns the number of calls whose answers are held back. */
    public int heldAnswers() {
        return hold.count();
    }

    /** Closes the connections of the held answers; later calls are answered. */
    public void dropAnswers() {
        hold.drop();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            RecordedCall call = CallReader.read(exchange.getRequestMethod() + " " + path, exchange);
            calls.add(call);
            try {
                answer(exchange, call);
            } catch (WeComRefusal refusal) {
                json(exchange, refusal.answer());
            }
        }
        // An exchange that is closed without an answer closes its connection.
    }

    private void answer(HttpExchange exchange, RecordedCall call) throws IOException {
        ObjectNode parameters = call.parameters();
        if (call.method().equals("GET /cgi-bin/gettoken")) {
            json(exchange, tokens.answer(parameters));
            return;
        }
        tokens.check(parameters);
        boolean isMessage = call.method().equals(SEND);
        if (isMessage && hold.take(number(parameters), () -> perform(call))) {
            return;
        }
        if (call.method().equals("GET /cgi-bin/media/get")) {
            file(exchange, parameters.path("media_id").asText());
            return;
        }
        switch (faults.poll()) {
            case WeComFault.Refusal(int code, String words) -> throw new WeComRefusal(code, words);
            case WeComFault.Unreceived(String list, String userId) ->
                json(
                        exchange,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("errcode", 0)
                                .put("errmsg", "ok")
                                .put(list, userId)
                                .put("msgid", "msg-0"));
            case WeComFault.Page(int status) ->
                bytes(exchange, status, "<html>busy</html>".getBytes(StandardCharsets.UTF_8));
            case WeComFault.LostCall() -> {}
            case WeComFault.LostAnswer() -> perform(call);
            case WeComFault.Pass() -> json(exchange, perform(call));
            case null -> json(exchange, perform(call));
        }
    }

    private static long number(JsonNode body) {
        String digits = body.path("touser").asText().replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 18 ? 0 : Long.parseLong(digits);
    }

    private JsonNode perform(RecordedCall call) {
        ObjectNode parameters = call.parameters().deepCopy();
        parameters.remove("access_token");
        return switch (call.method()) {
            case SEND -> chats.send(parameters);
            case "POST /cgi-bin/media/upload" ->
                chats.upload(parameters.path("type").asText(), call.files().getOrDefault("media", new byte[0]));
            case "GET /cgi-bin/agent/get" -> agent(parameters);
            default -> throw new WeComRefusal(48002, "api forbidden");
        };
    }

    /** https://developer.work.weixin.qq.com/document/path/90227 */
    private JsonNode agent(JsonNode parameters) {
        if (parameters.path("agentid").asInt(-1) != AGENT) {
            throw new WeComRefusal(301002, "not allow operate another agent with this accesstoken");
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("errcode", 0)
                .put("errmsg", "ok")
                .put("agentid", AGENT)
                .put("name", "Helper")
                .put("close", isClosed ? 1 : 0);
    }

    /** https://developer.work.weixin.qq.com/document/path/90254 */
    private void file(HttpExchange exchange, String mediaId) throws IOException {
        byte[] content = files.get(mediaId);
        if (content == null) {
            throw new WeComRefusal(40007, "invalid media_id");
        }
        exchange.getResponseHeaders().add("Content-Type", "application/octet-stream");
        exchange.getResponseHeaders().add("Content-Disposition", "attachment; filename=\"" + mediaId + "\"");
        bytes(exchange, 200, content);
    }

    private static void json(HttpExchange exchange, JsonNode answer) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json; charset=UTF-8");
        bytes(exchange, 200, answer.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void bytes(HttpExchange exchange, int status, byte[] bytes) throws IOException {
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
