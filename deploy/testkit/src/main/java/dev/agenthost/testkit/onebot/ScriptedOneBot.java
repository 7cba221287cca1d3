package dev.agenthost.testkit.onebot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.AnswerHold;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * An implementation of OneBot 11 on loopback with one account. It follows the pages of github.com/botuniverse/onebot-11 that its rules
 * name; what they do not say is marked as assumed. It was never compared with an implementation.
 */
public final class ScriptedOneBot implements AutoCloseable {
    private final String token;
    private final String secret;
    private final long selfId;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final OneBotChats chats = new OneBotChats();
    private final Queue<OneBotFault> faults = new ConcurrentLinkedQueue<>();
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile ObjectNode state = state(true, true);
    private final AnswerHold hold = new AnswerHold();

    /**
     * @param token the access token of its API
     * @param secret signs its events
     */
    public ScriptedOneBot(long selfId, String token, String secret) throws IOException {
        this.selfId = selfId;
        this.token = token;
        this.secret = secret;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/files/", this::serveFile);
        server.createContext("/", this::serve);
        server.start();
    }

    /** Returns the address of its HTTP API. */
    public String apiUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the messages that the bot sent into a chat, in their order. */
    public List<OneBotMessage> messages(String chat) {
        return chats.messages(chat);
    }

    /** Returns the number of calls that arrived. */
    public int calls() {
        return calls.get();
    }

    /**
     * Sets the answer of {@code get_status} (https://github.com/botuniverse/onebot-11/blob/master/api/public.md).
     *
     * @param online null if the implementation does not know it
     */
    public void setState(@Nullable Boolean online, boolean good) {
        state = state(online, good);
    }

    private static ObjectNode state(@Nullable Boolean online, boolean good) {
        return JsonNodeFactory.instance.objectNode().put("online", online).put("good", good);
    }

    /** Lets the next call fail; several faults are used in their order. */
    public void failNext(OneBotFault fault) {
        faults.add(fault);
    }

    /**
     * Holds back the answers of calls from now on.
     *
     * @param isLost true for numbers of persons and groups whose calls have no effect
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

    /** Offers a file for download; returns its address. */
    public String offer(String name, byte[] content) {
        files.put(name, content);
        return apiUrl() + "/files/" + name;
    }

    /** Returns a private message as its event (https://github.com/botuniverse/onebot-11/blob/master/event/message.md). */
    public ObjectNode privateMessage(long userId, JsonNode message) {
        ObjectNode event = message("private", "friend", userId, message);
        event.putObject("sender").put("user_id", userId).put("nickname", "P" + userId);
        return event;
    }

    /** Returns a message in a group as its event. */
    public ObjectNode groupMessage(long groupId, long userId, JsonNode message) {
        ObjectNode event = message("group", "normal", userId, message);
        event.put("group_id", groupId).putNull("anonymous");
        event.putObject("sender")
                .put("user_id", userId)
                .put("nickname", "P" + userId)
                .put("card", "Card" + userId)
                .put("role", "member");
        return event;
    }

    private ObjectNode message(String type, String subType, long userId, JsonNode message) {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("time", Instant.now().getEpochSecond())
                .put("self_id", selfId)
                .put("post_type", "message")
                .put("message_type", type)
                .put("sub_type", subType)
                .put("message_id", chats.nextId())
                .put("user_id", userId)
                .put("font", 0);
        event.set("message", message);
        return event;
    }

    /**
     * Posts an event, once; returns the status of the answer
     * (https://github.com/botuniverse/onebot-11/blob/master/communication/http-post.md). That it is not repeated is assumed.
     */
    public int post(String url, ObjectNode event) throws IOException, InterruptedException {
        byte[] body = event.toString().getBytes(StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("X-Self-ID", Long.toString(selfId))
                .header("X-Signature", signature(secret, body))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /** Connects to a server by a reverse WebSocket with its access token. */
    public ReverseSocket connect(String url, String role) {
        return new ReverseSocket(this, url, headers(role));
    }

    /** Connects by a reverse WebSocket with these headers. */
    public ReverseSocket connect(String url, Map<String, String> withHeaders) {
        return new ReverseSocket(this, url, withHeaders);
    }

    /**
     * Returns the headers of a reverse WebSocket (https://github.com/botuniverse/onebot-11/blob/master/communication/ws-reverse.md,
     * https://github.com/botuniverse/onebot-11/blob/master/communication/authorization.md).
     *
     * @param role {@code API}, {@code Event} or {@code Universal}
     */
    public Map<String, String> headers(String role) {
        return Map.of("X-Self-ID", "" + selfId, "X-Client-Role", role, "Authorization", "Bearer " + token);
    }

    /** Returns an event about the connection itself (https://github.com/botuniverse/onebot-11/blob/master/event/meta.md). */
    public ObjectNode metaEvent(String type) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("time", Instant.now().getEpochSecond())
                .put("self_id", selfId)
                .put("post_type", "meta_event")
                .put("meta_event_type", type);
    }

    /** Returns the signature of a body. */
    public static String signature(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
            return "sha1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Answers a call: 401 without a token, 403 for another one, 404 for an unknown action
     * (https://github.com/botuniverse/onebot-11/blob/master/communication/http.md).
     */
    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            calls.incrementAndGet();
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            if (!("Bearer " + token).equals(authorization)) {
                exchange.sendResponseHeaders(authorization == null ? 401 : 403, -1);
                return;
            }
            String action = exchange.getRequestURI().getPath().substring(1);
            JsonNode known = fact(action);
            if (known == null
                    && (!OneBotChats.TARGETS.containsKey(action)
                            || !exchange.getRequestMethod().equals("POST"))) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            if (faults.peek() instanceof OneBotFault.Status(int code)) {
                faults.remove();
                exchange.sendResponseHeaders(code, -1);
                return;
            }
            ObjectNode answer = answer(action, ProtocolCodec.mapper().readTree(body));
            // An exchange that is closed without an answer closes its connection.
            if (answer != null) {
                byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    /** Returns the data of an action that only reads; null for another one. */
    private @Nullable JsonNode fact(String action) {
        return switch (action) {
            case "get_login_info" ->
                JsonNodeFactory.instance.objectNode().put("user_id", selfId).put("nickname", "bot");
            case "get_status" -> state;
            default -> null;
        };
    }

    /**
     * Answers a call of a WebSocket: the code 1404 for an unknown action
     * (https://github.com/botuniverse/onebot-11/blob/master/communication/ws.md).
     *
     * @return null if the call or its answer is lost
     */
    @Nullable
    ObjectNode call(String action, JsonNode parameters) {
        calls.incrementAndGet();
        return fact(action) != null || OneBotChats.TARGETS.containsKey(action)
                ? answer(action, parameters)
                : OneBotChats.answer("failed", 1404, "", null);
    }

    private @Nullable ObjectNode answer(String action, JsonNode parameters) {
        if (hold.take(OneBotChats.number(action, parameters), () -> chats.perform(action, parameters))) {
            return null;
        }
        return switch (faults.poll()) {
            case OneBotFault.Failed(int retcode, String words) -> OneBotChats.answer("failed", retcode, words, null);
            case OneBotFault.Async() -> {
                chats.perform(action, parameters);
                yield OneBotChats.answer("async", 1, "", null);
            }
            case OneBotFault.Status status -> null;
            case OneBotFault.LostCall() -> null;
            case OneBotFault.LostAnswer() -> {
                chats.perform(action, parameters);
                yield null;
            }
            case OneBotFault.Pass() -> pass(action, parameters);
            case null -> pass(action, parameters);
        };
    }

    private ObjectNode pass(String action, JsonNode parameters) {
        JsonNode known = fact(action);
        return known == null
                ? chats.send(action, parameters)
                : OneBotChats.answer("ok", 0, "", null).set("data", known);
    }

    private void serveFile(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            byte[] content = files.get(path.substring(path.lastIndexOf('/') + 1));
            if (content == null) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        client.close();
    }
}
