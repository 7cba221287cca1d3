package dev.agenthost.testkit.dingtalk;

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
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.LongPredicate;

/**
 * The API of DingTalk and its server of uploads on loopback with one app, whose chats the test sees. It follows the pages of
 * open.dingtalk.com that its rules name; what they do not say is marked as assumed. It was never compared with DingTalk itself.
 */
public final class ScriptedDingTalk implements AutoCloseable {
    private static final String HEADER = "x-acs-dingtalk-access-token";
    private static final String DOWNLOADS = "/downloads/";

    private final String clientId;
    private final HttpServer server;
    private final ScriptedDingTalkCards cards = new ScriptedDingTalkCards();
    private final ScriptedDingTalkChats chats;
    private final Queue<DingTalkFault> faults = new ConcurrentLinkedQueue<>();
    private final List<RecordedCall> calls = new CopyOnWriteArrayList<>();
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final ScriptedDingTalkTokens tokens;
    private final AnswerHold hold = new AnswerHold();
    private final Set<String> forwarded = new HashSet<>();
    private volatile int mostCalls = Integer.MAX_VALUE;

    /** @param clientId also the code of the robot */
    public ScriptedDingTalk(String clientId, String secret) throws IOException {
        this(clientId, secret, 0);
    }

    /** @param port on loopback; 0 for a free one */
    public ScriptedDingTalk(String clientId, String secret, int port) throws IOException {
        this.clientId = clientId;
        this.tokens = new ScriptedDingTalkTokens(clientId, secret);
        this.chats = new ScriptedDingTalkChats(clientId, cards);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    /** Returns the address that stands for {@code https://api.dingtalk.com} and {@code https://oapi.dingtalk.com}. */
    public String apiUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers requests for a path as another server does from now on. @param url of that server */
    public synchronized void forward(String path, String url) {
        if (forwarded.contains(path)) {
            server.removeContext(path);
        }
        forwarded.add(path);
        server.createContext(path, new CallForwarder(url + path));
    }

    /** Returns the messages of the robot that a chat shows, in their order. */
    public List<DingTalkMessage> messages(String chatId) {
        return chats.messages(chatId);
    }

    /** The robot leaves a group, or the person the organization. */
    public void leave(String chatId) {
        chats.leave(chatId);
    }

    /** Returns the bytes of an uploaded file. */
    public byte[] uploaded(String mediaId) {
        return chats.uploaded(mediaId);
    }

    /** A person sends a file. @param downloadCode of the message */
    public void receiveFile(String downloadCode, byte[] content) {
        files.put(downloadCode, content.clone());
    }

    /** Returns the calls whose path ends so, in their order; those for tokens included. */
    public List<RecordedCall> calls(String end) {
        return calls.stream().filter(call -> call.method().endsWith(end)).toList();
    }

    /** Lets the next call fail; several faults are used in their order. */
    public void failNext(DingTalkFault fault) {
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

    /** Shortens the longest {@code msgParam} in bytes. */
    public void limitMessages(int bytes) {
        chats.limit(bytes);
    }

    /** Shortens the longest text of a card in bytes. */
    public void limitCards(int bytes) {
        cards.limit(bytes);
    }

    /** Refuses more calls of one method than this in a second (20 in a standard organization). */
    public void limitRate(int callsInASecond) {
        mostCalls = callsInASecond;
    }

    /**
     * Holds back the answers of messages and of new cards from now on.
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
            if (path.startsWith(DOWNLOADS)) {
                bytes(exchange, 200, files.getOrDefault(path.substring(DOWNLOADS.length()), new byte[0]));
            } else if (path.equals("/v1.0/oauth2/accessToken")) {
                token(exchange, call.parameters());
            } else if (path.equals("/media/upload")) {
                upload(exchange, call);
            } else if (!tokens.current().equals(exchange.getRequestHeaders().getFirst(HEADER))) {
                // https://open.dingtalk.com/document/development/server-api-error-codes-1; the status is assumed
                send(exchange, new DingTalkRefusal(401, "InvalidAuthentication", "the access token is invalid"));
            } else if (isTooFast(call)) {
                send(exchange, tooMany());
            } else {
                answer(exchange, path, call);
            }
        }
    }

    private void token(HttpExchange exchange, JsonNode parameters) throws IOException {
        try {
            send(exchange, tokens.answer(parameters));
        } catch (DingTalkRefusal refusal) {
            send(exchange, refusal);
        }
    }

    /** The limit of a method is of an app (the page of {@link DingTalkFault.TooManyCalls}). */
    private boolean isTooFast(RecordedCall call) {
        Instant second = Instant.now().minusSeconds(1);
        return calls(call.method()).stream()
                        .filter(other -> other.at().isAfter(second))
                        .count()
                > mostCalls;
    }

    private static DingTalkRefusal tooMany() {
        return new DingTalkRefusal(403, "Forbidden.AccessDenied.QpsLimitForAppkeyAndApi", "too many calls");
    }

    private void answer(HttpExchange exchange, String path, RecordedCall call) throws IOException {
        boolean isMessage = path.endsWith("/send") || path.endsWith("/batchSend") || path.endsWith("/createAndDeliver");
        if (isMessage && hold.take(number(call.parameters()), () -> perform(path, call))) {
            return;
        }
        try {
            switch (faults.poll()) {
                case DingTalkFault.TooManyCalls() -> throw tooMany();
                case DingTalkFault.Refusal(int status, String code, String words) ->
                    throw new DingTalkRefusal(status, code, words);
                case DingTalkFault.Barred() ->
                    send(
                            exchange,
                            JsonNodeFactory.instance
                                    .objectNode()
                                    .put("status", 1111)
                                    .put("wait", 5)
                                    .put("punish", "deny"));
                case DingTalkFault.ServerError() -> throw new DingTalkRefusal(500, "system.error", "unknown");
                case DingTalkFault.LostCall() -> {}
                case DingTalkFault.LostAnswer() -> perform(path, call);
                case DingTalkFault.Pass() -> send(exchange, perform(path, call));
                case null -> send(exchange, perform(path, call));
            }
        } catch (DingTalkRefusal refusal) {
            send(exchange, refusal);
        }
        // An exchange that is closed without an answer closes its connection.
    }

    private static long number(JsonNode body) {
        String chat = body.path("openConversationId")
                .asText(body.path("openSpaceId").asText(body.at("/userIds/0").asText()));
        String digits = chat.substring(chat.lastIndexOf('.') + 1).replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 18 ? 0 : Long.parseLong(digits);
    }

    private JsonNode perform(String path, RecordedCall call) {
        JsonNode body = call.parameters();
        return switch (call.method()) {
            case "POST /v1.0/robot/groupMessages/send" -> chats.sendToGroup(body);
            case "POST /v1.0/robot/oToMessages/batchSend" -> chats.sendToPersons(body);
            case "POST /v1.0/card/instances/createAndDeliver" -> chats.showCard(body);
            case "PUT /v1.0/card/streaming" -> cards.stream(body);
            case "PUT /v1.0/card/instances" -> cards.update(body);
            case "POST /v1.0/robot/messageFiles/download" -> download(body);
            default -> throw new DingTalkRefusal(404, "InvalidAction.NotFound", path);
        };
    }

    /** https://open.dingtalk.com/document/development/download-the-file-content-of-the-robot-receiving-message */
    private JsonNode download(JsonNode body) {
        String code = body.path("downloadCode").asText();
        if (!files.containsKey(code) || !body.path("robotCode").asText().equals(clientId)) {
            throw new DingTalkRefusal("invalidParameter.downloadCode");
        }
        return JsonNodeFactory.instance.objectNode().put("downloadUrl", apiUrl() + DOWNLOADS + code);
    }

    /** https://open.dingtalk.com/document/development/upload-media-files; the codes of refusals are assumed. */
    private void upload(HttpExchange exchange, RecordedCall call) throws IOException {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        byte[] content = call.files().getOrDefault("media", new byte[0]);
        DingTalkFault fault = faults.poll();
        if (!call.parameters().path("access_token").asText().equals(tokens.current())) {
            answer.put("errcode", 40014).put("errmsg", "invalid access_token");
        } else if (fault instanceof DingTalkFault.Refusal(int status, String code, String words)) {
            answer.put("errcode", Integer.parseInt(code)).put("errmsg", words);
        } else if (content.length == 0 || content.length > 20 * 1024 * 1024) {
            answer.put("errcode", 40006).put("errmsg", "invalid size of the file");
        } else {
            answer.put("errcode", 0).put("errmsg", "ok").put("media_id", chats.upload(content));
        }
        send(exchange, answer);
    }

    private static void send(HttpExchange exchange, DingTalkRefusal refusal) throws IOException {
        json(exchange, refusal.status(), refusal.answer());
    }

    private static void send(HttpExchange exchange, JsonNode answer) throws IOException {
        json(exchange, 200, answer);
    }

    private static void json(HttpExchange exchange, int status, JsonNode answer) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json;charset=utf-8");
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
