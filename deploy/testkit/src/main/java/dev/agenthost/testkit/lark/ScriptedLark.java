package dev.agenthost.testkit.lark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.testkit.AnswerHold;
import dev.agenthost.testkit.http.CallForwarder;
import dev.agenthost.testkit.http.CallReader;
import dev.agenthost.testkit.http.RecordedCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;

/**
 * The Open Platform of Lark on loopback with one app, whose chats the test sees. It follows the pages of open.larkoffice.com that its rules
 * name; what they do not say is marked as assumed. It was never compared with Lark itself.
 */
public final class ScriptedLark implements AutoCloseable {
    private static final String PREFIX = "/open-apis/";

    private final String appId;
    private final String secret;
    private final String openId;
    private final HttpServer server;
    private final ScriptedLarkCards cards = new ScriptedLarkCards();
    private final ScriptedLarkChats chats = new ScriptedLarkChats(cards);
    private final Queue<LarkFault> faults = new ConcurrentLinkedQueue<>();
    private final List<RecordedCall> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger tokens = new AtomicInteger(1);
    private final AnswerHold hold = new AnswerHold();
    private volatile int activateStatus = 2;

    /** @param openId of the bot */
    public ScriptedLark(String appId, String secret, String openId) throws IOException {
        this(appId, secret, openId, 0);
    }

    /** @param port on loopback; 0 for a free one */
    public ScriptedLark(String appId, String secret, String openId, int port) throws IOException {
        this.appId = appId;
        this.secret = secret;
        this.openId = openId;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    /** Returns the address that stands for {@code https://open.feishu.cn}. */
    public String apiUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers requests for addresses of connections as this server of connections does, which has another address. */
    public void connectBy(ScriptedLarkConnection connections) {
        String endpoint = ScriptedLarkConnection.ENDPOINT;
        server.createContext(endpoint, new CallForwarder(connections.apiUrl() + endpoint));
    }

    /** Returns the messages that a chat shows, those of persons included, in their order. */
    public List<LarkMessage> messages(String chatId) {
        return chats.messages(chatId);
    }

    /** A person writes into a chat; returns the id of the message. */
    public String write(String chatId) {
        return chats.receive(chatId);
    }

    /** A person recalls a message. */
    public void recall(String messageId) {
        chats.recall(messageId);
    }

    /** The bot leaves a group: its messages are refused with 230002. */
    public void leave(String chatId) {
        chats.leave(chatId);
    }

    /** Returns the bytes of an uploaded file. */
    public byte[] uploaded(String key) {
        return chats.uploaded(key);
    }

    /** Returns the calls whose path ends so, in their order; those for tokens included. */
    public List<RecordedCall> calls(String end) {
        return calls.stream().filter(call -> call.method().endsWith(end)).toList();
    }

    /** Lets the next call fail; several faults are used in their order. */
    public void failNext(LarkFault fault) {
        faults.add(fault);
    }

    /** Forgets the faults that no call has used. */
    public void clearFaults() {
        faults.clear();
    }

    /** Makes the current token invalid, as if the app had asked for another one long ago. */
    public void expireToken() {
        tokens.incrementAndGet();
    }

    /** Lets time pass for the keys of messages and for cards. */
    public void pass(Duration time) {
        cards.pass(time);
        chats.pass(time);
    }

    /** Shortens the largest body of a card in bytes. */
    public void limitCards(int bytes) {
        cards.limit(bytes);
        chats.limitCards(bytes);
    }

    /** Refuses more calls than this on one card in a second; without it, any number is accepted. */
    public void limitCardRate(int callsInASecond) {
        cards.limitRate(callsInASecond);
    }

    /** Sets {@code activate_status} of the bot (https://open.larkoffice.com/document/ukTMukTMukTM/uAjMxEjLwITMx4CMyETM.md). */
    public void activate(int status) {
        activateStatus = status;
    }

    /**
     * Holds back the answers of messages from now on.
     *
     * @param isLost true for the digits of ids of chats whose calls have no effect
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
            if (path.equals(PREFIX + "auth/v3/tenant_access_token/internal")) {
                send(exchange, 200, token(call.parameters()));
            } else if (!("Bearer " + currentToken())
                    .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                // https://open.larkoffice.com/document/server-docs/api-call-guide/generic-error-code.md
                send(exchange, 400, new LarkRefusal(99991663, "Invalid access token for authorization").answer());
            } else {
                answer(exchange, path, call);
            }
        }
    }

    /** https://open.larkoffice.com/document/ukTMukTMukTM/ukDNz4SO0MjL5QzM/auth-v3/auth/tenant_access_token_internal.md */
    private ObjectNode token(JsonNode parameters) {
        boolean isKnown = parameters.path("app_id").asText().equals(appId)
                && parameters.path("app_secret").asText().equals(secret);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        return isKnown
                ? answer.put("code", 0)
                        .put("msg", "ok")
                        .put("tenant_access_token", currentToken())
                        .put("expire", 7200)
                : answer.put("code", 10014).put("msg", "app secret invalid");
    }

    private String currentToken() {
        return "t-" + tokens.get();
    }

    private void answer(HttpExchange exchange, String path, RecordedCall call) throws IOException {
        boolean isMessage = path.endsWith("/messages") || path.endsWith("/reply");
        if (isMessage && hold.take(number(call.parameters()), () -> perform(exchange, path, call))) {
            return;
        }
        try {
            switch (faults.poll()) {
                case LarkFault.TooManyRequests(long seconds) -> {
                    exchange.getResponseHeaders().add("x-ogw-ratelimit-reset", Long.toString(seconds));
                    throw new LarkRefusal(429, 99991400, "request trigger frequency limit");
                }
                case LarkFault.Refusal(int code, String words) -> throw new LarkRefusal(code, words);
                case LarkFault.ServerError() -> exchange.sendResponseHeaders(500, -1);
                case LarkFault.LostCall() -> {}
                case LarkFault.LostAnswer() -> perform(exchange, path, call);
                case LarkFault.Pass() -> send(exchange, 200, perform(exchange, path, call));
                case null -> send(exchange, 200, perform(exchange, path, call));
            }
        } catch (LarkRefusal refusal) {
            send(exchange, refusal.status(), refusal.answer());
        }
        // An exchange that is closed without an answer closes its connection.
    }

    private static long number(JsonNode parameters) {
        String digits = parameters.path("receive_id").asText().replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 18 ? 0 : Long.parseLong(digits);
    }

    private ObjectNode perform(HttpExchange exchange, String path, RecordedCall call) {
        String[] parts = path.substring(PREFIX.length()).split("/");
        String route = exchange.getRequestMethod() + " "
                + String.join("/", parts).replaceAll("(messages|reactions|cards|elements)/[^/]+", "$1/:id");
        JsonNode body = call.parameters();
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("code", 0).put("msg", "success");
        switch (route) {
            case "POST im/v1/messages" -> answer.set("data", chats.create(body));
            case "POST im/v1/messages/:id/reply" -> answer.set("data", chats.reply(parts[3], body));
            case "PATCH im/v1/messages/:id" -> chats.patch(parts[3], body);
            case "DELETE im/v1/messages/:id" -> chats.delete(parts[3]);
            case "POST im/v1/messages/:id/reactions" -> chats.react(parts[3], body);
            case "GET im/v1/messages/:id/reactions" -> answer.set("data", chats.reactions(parts[3], appId, body));
            case "DELETE im/v1/messages/:id/reactions/:id" -> chats.removeReaction(parts[3], parts[5]);
            case "POST cardkit/v1/cards" -> answer.set("data", cards.create(body));
            case "PUT cardkit/v1/cards/:id" -> cards.update(parts[3], body);
            case "PUT cardkit/v1/cards/:id/elements/:id/content" -> cards.replaceText(parts[3], parts[5], body);
            case "POST im/v1/images" -> answer.putObject("data").put("image_key", upload("image", 10, call));
            case "POST im/v1/files" -> answer.putObject("data").put("file_key", upload("file", 30, call));
            case "GET bot/v3/info" ->
                answer.putObject("bot")
                        .put("activate_status", activateStatus)
                        .put("app_name", "Helper")
                        .put("open_id", openId);
            default -> throw new LarkRefusal(404, 99991404, "not found");
        }
        return answer;
    }

    /** https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/image/create.md, and .../file/create.md */
    private String upload(String kind, int megabytes, RecordedCall call) {
        byte[] content = call.files().getOrDefault(kind, new byte[0]);
        if (content.length == 0) {
            throw new LarkRefusal(234010, "File's size can't be 0.");
        }
        if (content.length > megabytes * 1024 * 1024) {
            throw new LarkRefusal(234006, "The file size exceed the max value.");
        }
        if (!call.parameters().has(kind.equals("image") ? "image_type" : "file_type")) {
            throw new LarkRefusal(234001, "Invalid request param.");
        }
        return chats.upload(kind, content);
    }

    private static void send(HttpExchange exchange, int status, ObjectNode answer) throws IOException {
        byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
