package dev.agenthost.testkit.line;

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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The Messaging API of LINE on loopback with one channel, whose messages the test sees. It follows
 * https://developers.line.biz/en/reference/messaging-api/ in the sections that its rules name; what they do not say is marked as assumed. It was
 * never compared with LINE itself. Assumed: the words of a refused token and of an unknown path.
 */
public final class ScriptedLine implements AutoCloseable {
    private static final String PUSH = "POST /v2/bot/message/push";
    private static final String LOADING = "POST /v2/bot/chat/loading/start";
    private static final int LARGEST = 2 * 1024 * 1024;

    private final String token;
    private final String userId;
    private final HttpServer server;
    private final AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);
    private final ScriptedLineChats chats;
    private final Queue<LineFault> faults = new ConcurrentLinkedQueue<>();
    private final List<RecordedCall> calls = new CopyOnWriteArrayList<>();
    private final AnswerHold hold = new AnswerHold();
    private volatile @Nullable Boolean webhookIsActive = true;

    /** @param token the channel access token @param userId of the bot */
    public ScriptedLine(String token, String userId) throws IOException {
        this.token = token;
        this.userId = userId;
        InstantSource clock = () -> Instant.now().plus(passed.get());
        chats = new ScriptedLineChats(clock);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    /** Returns the address that stands for {@code https://api.line.me}. */
    public String apiUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the messages of the bot that a chat shows, in their order. */
    public List<LineMessage> messages(String chat) {
        return chats.messages(chat);
    }

    /** Returns the ids of the persons to whom the loading animation was shown, in their order. */
    public List<String> loading() {
        return chats.loading();
    }

    /** The id exists no more, or the bot leaves the group. */
    public void leave(String chat) {
        chats.leave(chat);
    }

    /** The person blocks the bot. */
    public void block(String person) {
        chats.block(person);
    }

    /** A person writes a message that can be quoted in that chat. */
    public void offerQuote(String chat, String quoteToken) {
        chats.quote(chat, quoteToken);
    }

    /** Sets the number of pushes that the month still has; none is limited at first. */
    public void limitMonth(long pushes) {
        chats.limit(pushes);
    }

    /** Lets time pass, after which retry keys expire. */
    public void pass(Duration time) {
        passed.accumulateAndGet(time, Duration::plus);
    }

    /** @param isActive null for a channel without the address of a webhook */
    public void setWebhook(@Nullable Boolean isActive) {
        webhookIsActive = isActive;
    }

    /** Returns the calls whose path ends so, in their order. */
    public List<RecordedCall> calls(String end) {
        return calls.stream().filter(call -> call.method().endsWith(end)).toList();
    }

    /** Lets the next call fail; several faults are used in their order. */
    public void failNext(LineFault fault) {
        faults.add(fault);
    }

    /** Forgets the faults that no call has used. */
    public void clearFaults() {
        faults.clear();
    }

    /**
     * Holds back the answers of pushes from now on.
     *
     * @param isLost true for the last 15 hexadecimal digits of ids of chats whose calls have no effect
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
            String requestId = UUID.randomUUID().toString();
            exchange.getResponseHeaders().add("x-line-request-id", requestId);
            try {
                answer(exchange, call, requestId);
            } catch (LineRefusal refusal) {
                refusal.headers().forEach(exchange.getResponseHeaders()::add);
                json(exchange, refusal.status(), refusal.body());
            }
        }
        // An exchange that is closed without an answer closes its connection.
    }

    private void answer(HttpExchange exchange, RecordedCall call, String requestId) throws IOException {
        if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            throw new LineRefusal(401, "Authentication failed due to the following reason: invalid token.");
        }
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (exchange.getRequestMethod().equals("POST") && !String.valueOf(type).startsWith("application/json")) {
            throw new LineRefusal(415, "The content type, " + type + ", is not supported");
        }
        String key = exchange.getRequestHeaders().getFirst("X-Line-Retry-Key");
        boolean isPush = call.method().equals(PUSH);
        if (isPush && hold.take(number(call.parameters()), () -> perform(call, requestId, key))) {
            return;
        }
        switch (faults.poll()) {
            case LineFault.Refusal(int status, String words) -> throw new LineRefusal(status, words);
            case LineFault.RateLimit() ->
                throw new LineRefusal(429, "The API rate limit has been exceeded. Try again later.");
            case LineFault.ServerError() -> {
                perform(call, requestId, key);
                throw new LineRefusal(500, "Internal server error");
            }
            case LineFault.Page(int status) ->
                bytes(exchange, status, "<html>busy</html>".getBytes(StandardCharsets.UTF_8));
            case LineFault.LostCall() -> {}
            case LineFault.LostAnswer() -> perform(call, requestId, key);
            case LineFault.Pass() -> succeed(exchange, call, requestId, key);
            case null -> succeed(exchange, call, requestId, key);
        }
    }

    private void succeed(HttpExchange exchange, RecordedCall call, String requestId, @Nullable String key)
            throws IOException {
        json(exchange, call.method().equals(LOADING) ? 202 : 200, perform(call, requestId, key));
    }

    private static long number(JsonNode body) {
        String to = body.path("to").asText();
        return to.matches("[UCR][0-9a-f]{32}") ? Long.parseLong(to.substring(18), 16) : 0;
    }

    private ObjectNode perform(RecordedCall call, String requestId, @Nullable String key) {
        ObjectNode body = call.parameters();
        if (body.toString().getBytes(StandardCharsets.UTF_8).length > LARGEST) {
            throw new LineRefusal(413, "Request exceeds the max size of 2MB");
        }
        if (key != null && !call.method().equals(PUSH)) {
            throw new LineRefusal(400, "The retry key is not supported");
        }
        return switch (call.method()) {
            case PUSH -> chats.push(requestId, key, body);
            case LOADING -> chats.showLoading(body);
            case "GET /v2/bot/info" -> info();
            case "GET /v2/bot/channel/webhook/endpoint" -> webhook();
            default -> throw new LineRefusal(404, "Not found");
        };
    }

    /** https://developers.line.biz/en/reference/messaging-api/#get-bot-info */
    private ObjectNode info() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("userId", userId)
                .put("basicId", "@216ru")
                .put("displayName", "Helper")
                .put("chatMode", "bot")
                .put("markAsReadMode", "auto");
    }

    /** https://developers.line.biz/en/reference/messaging-api/#get-webhook-endpoint-information */
    private ObjectNode webhook() {
        Boolean isActive = webhookIsActive;
        if (isActive == null) {
            throw new LineRefusal(404, "Webhook endpoint not found");
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("endpoint", "https://host.example/webhooks/line/shop")
                .put("active", isActive);
    }

    private static void json(HttpExchange exchange, int status, JsonNode answer) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        bytes(exchange, status, answer.toString().getBytes(StandardCharsets.UTF_8));
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
