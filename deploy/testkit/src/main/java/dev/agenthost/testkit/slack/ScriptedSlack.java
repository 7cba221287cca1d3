package dev.agenthost.testkit.slack;

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
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.LongPredicate;

/**
 * The Web API of Slack on loopback with one app, whose channels the test sees. It follows the pages of docs.slack.dev that its rules name;
 * what they do not say is marked as assumed. It was never compared with Slack itself.
 */
public final class ScriptedSlack implements AutoCloseable {
    private static final String API = "/api/";
    private static final String UPLOADS = "/upload/v1/";
    private static final String RESPONSES = "/actions/T1/1/x";

    private final String token;
    private final HttpServer server;
    private final ScriptedSlackChannels channels = new ScriptedSlackChannels();
    private final ScriptedSlackViews views = new ScriptedSlackViews();
    private final Queue<SlackFault> faults = new ConcurrentLinkedQueue<>();
    private final List<RecordedCall> calls = new CopyOnWriteArrayList<>();
    private final List<String> responses = new CopyOnWriteArrayList<>();
    private final AnswerHold hold = new AnswerHold();
    private volatile boolean hidesHistory;

    /** @param token of the bot */
    public ScriptedSlack(String token) throws IOException {
        this(token, 0);
    }

    /** @param port on loopback; 0 for a free one */
    public ScriptedSlack(String token, int port) throws IOException {
        this.token = token;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    /** Returns the address that stands for {@code https://slack.com/api}. */
    public String apiUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/api";
    }

    /** Answers requests for addresses of connections as this server of connections does, which has another address. */
    public void connectBy(ScriptedSocketMode connections) {
        String method = "apps.connections.open";
        server.createContext(API + method, new CallForwarder(connections.apiUrl() + "/" + method));
    }

    /** Returns a {@code response_url}. */
    public String responseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + RESPONSES;
    }

    /** Returns the texts that were sent to {@link #responseUrl}. */
    public List<String> responses() {
        return List.copyOf(responses);
    }

    /** Returns the modals of the app. */
    public ScriptedSlackViews views() {
        return views;
    }

    /** Returns the messages that a channel shows, those of persons included, in their order. */
    public List<SlackMessage> messages(String channel) {
        return channels.messages(channel);
    }

    /** A person writes into a channel; returns the time stamp of the message. */
    public String write(String channel) {
        return channels.write(channel);
    }

    /** The bot leaves a channel: its calls are refused with {@code not_in_channel}. */
    public void leave(String channel) {
        channels.leave(channel);
    }

    /** A channel has no threads any more. */
    public void forbidThreads(String channel) {
        channels.forbidThreads(channel);
    }

    /** Shortens the largest blocks of a message, in characters of JSON (that there is a limit is documented, its size is assumed). */
    public void limitBlocks(int characters) {
        channels.limitBlocks(characters);
    }

    /** The app lacks the scopes to read messages. */
    public void hideHistory(boolean isHidden) {
        hidesHistory = isHidden;
    }

    /** Returns the bytes of an uploaded file. */
    public byte[] uploaded(String fileId) {
        return channels.uploaded(fileId);
    }

    /** Returns the calls of a method, in their order. */
    public List<RecordedCall> calls(String method) {
        return calls.stream().filter(call -> call.method().equals(method)).toList();
    }

    /** Forgets the faults that no call had yet. */
    public void clearFaults() {
        faults.clear();
    }

    /** Slack ends the streams of a channel on its own: because a person stopped them, or they took too long. */
    public void expireStreams(String channel) {
        channels.expireStreams(channel);
    }

    /** A person deletes a message of the bot. */
    public void delete(String channel, String ts) {
        channels.delete(channel, ts);
    }

    /** Lets the next call fail; several faults are used in their order. */
    public void failNext(SlackFault fault) {
        faults.add(fault);
    }

    /**
     * Holds back the answers of messages from now on.
     *
     * @param isLost true for the digits of channels whose calls have no effect
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
            if (path.startsWith(UPLOADS)) {
                channels.upload(
                        path.substring(UPLOADS.length()),
                        exchange.getRequestBody().readAllBytes());
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            if (path.equals(RESPONSES)) {
                responses.add(ScriptedSlackViews.json(
                                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))
                        .path("text")
                        .asText());
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            String method = path.startsWith(API) ? path.substring(API.length()) : path;
            RecordedCall call = CallReader.read(method, exchange);
            calls.add(call);
            if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                send(exchange, refusal("invalid_auth"));
            } else {
                answer(exchange, call);
            }
        }
    }

    private void answer(HttpExchange exchange, RecordedCall call) throws IOException {
        if (call.method().equals("chat.postMessage")
                && hold.take(number(call.parameters()), () -> perform(exchange, call))) {
            return;
        }
        try {
            switch (faults.poll()) {
                case SlackFault.TooManyRequests(long seconds) -> {
                    exchange.getResponseHeaders().add("Retry-After", Long.toString(seconds));
                    exchange.sendResponseHeaders(429, -1);
                }
                case SlackFault.Refusal(String error) -> throw new SlackRefusal(error);
                case SlackFault.ServerError() -> exchange.sendResponseHeaders(500, -1);
                case SlackFault.LostCall() -> {}
                case SlackFault.LostAnswer() -> perform(exchange, call);
                case SlackFault.Pass() -> send(exchange, perform(exchange, call));
                case null -> send(exchange, perform(exchange, call));
            }
        } catch (SlackRefusal refusal) {
            send(exchange, refusal(refusal.error()));
        }
        // An exchange that is closed without an answer closes its connection.
    }

    private static long number(ObjectNode parameters) {
        String digits = parameters.path("channel").asText().replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 18 ? 0 : Long.parseLong(digits);
    }

    private ObjectNode perform(HttpExchange exchange, RecordedCall call) {
        ObjectNode body = call.parameters();
        String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
        boolean isForm = type.startsWith("application/x-www-form-urlencoded");
        // https://docs.slack.dev/apis/web-api: methods that read accept no JSON
        boolean readsForm = Set.of(
                        "conversations.history", "conversations.replies", "files.getUploadURLExternal", "auth.test")
                .contains(call.method());
        if (readsForm && !isForm) {
            throw new SlackRefusal("invalid_arguments");
        }
        if (hidesHistory && call.method().startsWith("conversations.")) {
            throw new SlackRefusal("missing_scope");
        }
        return switch (call.method()) {
            case "chat.postMessage" -> channels.post(body);
            case "chat.update" -> channels.update(body);
            case "chat.delete" -> channels.delete(body);
            case "chat.startStream" -> channels.startStream(body);
            case "chat.appendStream" -> channels.appendStream(body);
            case "chat.stopStream" -> channels.stopStream(body);
            case "views.open" -> views.open(body);
            case "reactions.add" -> channels.react(body, true);
            case "reactions.remove" -> channels.react(body, false);
            case "conversations.history" -> channels.history(body);
            case "conversations.replies" -> channels.replies(body);
            case "files.getUploadURLExternal" -> uploadUrl(body);
            case "files.completeUploadExternal" -> channels.share(body);
            case "auth.test" ->
                JsonNodeFactory.instance
                        .objectNode()
                        .put("ok", true)
                        .put("team", "Green")
                        .put("team_id", "T1")
                        .put("user", "helper")
                        .put("user_id", "U1")
                        .put("bot_id", "B1");
            default -> throw new SlackRefusal("unknown_method");
        };
    }

    /** https://docs.slack.dev/reference/methods/files.getUploadURLExternal */
    private ObjectNode uploadUrl(ObjectNode body) {
        if (body.path("filename").asText().isEmpty() || body.path("length").asLong() < 1) {
            throw new SlackRefusal("invalid_arguments");
        }
        String id = channels.file();
        return JsonNodeFactory.instance
                .objectNode()
                .put("ok", true)
                .put("file_id", id)
                .put("upload_url", "http://127.0.0.1:" + server.getAddress().getPort() + UPLOADS + id);
    }

    private static ObjectNode refusal(String error) {
        return JsonNodeFactory.instance.objectNode().put("ok", false).put("error", error);
    }

    private static void send(HttpExchange exchange, ObjectNode answer) throws IOException {
        byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json; charset=utf-8");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
