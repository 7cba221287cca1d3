package dev.agenthost.testkit.discord;

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
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The API of Discord, version 10, on loopback with one bot, whose channels the test sees. It follows the pages of docs.discord.com that its
 * rules name; what they do not say is marked as assumed. It was never compared with Discord itself.
 */
public final class ScriptedDiscord implements AutoCloseable {
    private static final String API = "/api/v10";

    private final String token;
    private final HttpServer server;
    private final ScriptedDiscordChannels channels = new ScriptedDiscordChannels();
    private final ScriptedDiscordInteractions interactions = new ScriptedDiscordInteractions();
    private final ScriptedDiscordLimits limits = new ScriptedDiscordLimits();
    private final Queue<DiscordFault> faults = new ConcurrentLinkedQueue<>();
    private final List<RecordedCall> calls = new CopyOnWriteArrayList<>();
    private final AnswerHold hold = new AnswerHold();
    private final ObjectNode application = JsonNodeFactory.instance
            .objectNode()
            .put("id", "700000000000000001")
            .put("name", "helper");
    private volatile @Nullable ScriptedDiscordGateway gateway;

    /** @param token of the bot; those of further bots begin with it and a dot */
    public ScriptedDiscord(String token) throws IOException {
        this(token, 0);
    }

    /** @param port on loopback; 0 for a free one */
    public ScriptedDiscord(String token, int port) throws IOException {
        this.token = token;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    /** Returns the address that stands for {@code https://discord.com/api/v10}. */
    public String apiUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + API;
    }

    /** Names the gateway whose address the API answers. */
    public void connect(ScriptedDiscordGateway named) {
        gateway = named;
    }

    /** Returns the messages that a channel shows, those of persons included, in their order. */
    public List<DiscordMessage> messages(String channel) {
        return channels.messages(channel);
    }

    /** A person writes into a channel, which may be new; returns the id of the message. */
    public String write(String channel) {
        return channels.write(channel);
    }

    /** A person removes a message. */
    public void remove(String channel, String id) {
        channels.delete(channel, id);
    }

    /** Sets members of the application, for instance its {@code flags}. */
    public void describe(ObjectNode members) {
        application.setAll(members);
    }

    /** Refuses all calls of a channel, for instance with 403 and 50001. */
    public void refuse(String channel, int status, int code, String message) {
        channels.refuse(channel, new DiscordRefusal(status, code, message));
    }

    /** Sets the largest file in bytes. */
    public void limitFiles(long bytes) {
        channels.limitFiles(bytes);
    }

    /** Sets the calls that a bucket has in this time. */
    public void limitCalls(int most, double seconds) {
        limits.limit(most, seconds);
    }

    /** Lets time pass for the nonces of messages. */
    public void pass(Duration time) {
        channels.pass(time);
    }

    /** Returns how often the bot showed that it types. */
    public int typings() {
        return channels.typings();
    }

    /** A person begins an interaction now, or began it then. */
    public void interact(String id, String interactionToken, Instant at) {
        interactions.begin(id, interactionToken, at);
    }

    /** Returns the response to an interaction. */
    public Optional<ObjectNode> response(String id) {
        return interactions.response(id);
    }

    /** Returns the calls whose method and path begin with a text, for instance {@code POST /channels/}, in their order. */
    public List<RecordedCall> calls(String beginning) {
        return calls.stream()
                .filter(call -> call.method().startsWith(beginning))
                .toList();
    }

    /** Lets the next call fail; several faults are used in their order. */
    public void failNext(DiscordFault fault) {
        faults.add(fault);
    }

    /** Forgets the faults that are not used yet. */
    public void clearFaults() {
        faults.clear();
    }

    /**
     * Holds back the answers of messages from now on.
     *
     * @param isLost true for the ids of channels whose calls have no effect
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
            String path = exchange.getRequestURI().getRawPath().replaceFirst("^" + API, "");
            String route = exchange.getRequestMethod() + " " + path;
            RecordedCall call = CallReader.read(route, exchange);
            calls.add(call);
            String agent = String.valueOf(exchange.getRequestHeaders().getFirst("User-Agent"));
            boolean isAuthorized = path.matches("/interactions/.*")
                    || isToken(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")), "Bot " + token);
            // https://docs.discord.com/developers/reference#user-agent; the status is assumed
            if (!agent.matches("DiscordBot \\(\\S+, \\S+\\).*")) {
                send(exchange, 403, "<html>error code: 1010</html>".getBytes(StandardCharsets.UTF_8));
            } else if (!isAuthorized) {
                refuse(exchange, new DiscordRefusal(401, 0, "401: Unauthorized"));
            } else {
                answer(exchange, call, path);
            }
        }
    }

    private void answer(HttpExchange exchange, RecordedCall call, String path) throws IOException {
        boolean isMessage = call.method().matches("POST /channels/[0-9]+/messages");
        if (isMessage && hold.take(number(path), () -> perform(call))) {
            return;
        }
        try {
            switch (faults.poll()) {
                case DiscordFault.TooManyRequests(double seconds, String scope) ->
                    send(exchange, 429, ScriptedDiscordLimits.refusal(seconds, scope, exchange.getResponseHeaders()));
                case DiscordFault.Refusal(int status, int code, String message) ->
                    throw new DiscordRefusal(status, code, message);
                case DiscordFault.ServerError() -> exchange.sendResponseHeaders(502, -1);
                case DiscordFault.LostCall() -> {}
                case DiscordFault.LostAnswer() -> perform(call);
                case DiscordFault.Pass() -> limited(exchange, call);
                case null -> limited(exchange, call);
            }
        } catch (DiscordRefusal refusal) {
            refuse(exchange, refusal);
        }
        // An exchange that is closed without an answer closes its connection.
    }

    private void limited(HttpExchange exchange, RecordedCall call) throws IOException {
        double wait = limits.take(call.method(), exchange.getResponseHeaders());
        if (wait > 0) {
            send(exchange, 429, ScriptedDiscordLimits.refusal(wait, "user", exchange.getResponseHeaders()));
            return;
        }
        Optional<ObjectNode> answer = perform(call);
        if (answer.isEmpty()) {
            exchange.sendResponseHeaders(204, -1);
        } else {
            send(exchange, 200, answer.get().toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Returns true for the token of a bot, or one of a further bot. */
    static boolean isToken(String given, String token) {
        return given.equals(token) || given.startsWith(token + ".");
    }

    private static long number(String path) {
        String digits = path.replaceFirst("^/channels/([0-9]+)/.*", "$1");
        return digits.length() > 18 || !digits.matches("[0-9]+") ? 0 : Long.parseLong(digits);
    }

    /** Empty for an answer without content. */
    private Optional<ObjectNode> perform(RecordedCall call) {
        String[] path = call.method().replaceFirst("^\\S+ /", "").split("/");
        String method = call.method().replaceFirst(" .*", "");
        ObjectNode body =
                call.parameters().path("payload_json") instanceof ObjectNode payload ? payload : call.parameters();
        if (path[0].equals("channels") && path.length >= 3) {
            return ofChannel(method, path, body, call);
        }
        if (path[0].equals("interactions") && path.length == 4) {
            return interactions.respond(path[1], path[2], body);
        }
        ScriptedDiscordGateway named = gateway;
        if (call.method().equals("GET /gateway/bot") && named != null) {
            return Optional.of(named.address());
        }
        if (call.method().equals("GET /users/@me")) {
            return Optional.of(JsonNodeFactory.instance
                    .objectNode()
                    .put("id", "900")
                    .put("username", "helper")
                    .put("bot", true));
        }
        // https://docs.discord.com/developers/resources/application#get-current-application
        if (call.method().equals("GET /applications/@me")) {
            return Optional.of(application.deepCopy());
        }
        throw new DiscordRefusal(404, 0, "404: Not Found");
    }

    private Optional<ObjectNode> ofChannel(String method, String[] path, ObjectNode body, RecordedCall call) {
        String form = method + " " + path[2] + " " + path.length;
        return switch (form) {
            case "POST messages 3" -> Optional.of(channels.post(path[1], body, call.files()));
            case "PATCH messages 4" -> Optional.of(channels.edit(path[1], path[3], body));
            case "DELETE messages 4" -> channels.delete(path[1], path[3]);
            case "PUT messages 7" -> channels.react(path[1], path[3], decoded(path[5]), true);
            case "DELETE messages 7" -> channels.react(path[1], path[3], decoded(path[5]), false);
            case "POST typing 3" -> channels.type(path[1]);
            default -> throw new DiscordRefusal(404, 0, "404: Not Found");
        };
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static void refuse(HttpExchange exchange, DiscordRefusal refusal) throws IOException {
        send(exchange, refusal.status(), refusal.body().toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
