package dev.agenthost.testkit.dingtalk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.testkit.http.ScriptedSockets;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The side of DingTalk of the connections of one app, on loopback, as
 * https://open.dingtalk.com/document/direction/stream-mode-protocol-access-description and
 * https://open-dingtalk.github.io/developerpedia/docs/learn/stream/protocol describe it: a payload goes to one of the connections at random;
 * an event without an answer is pushed again, a message of a person is not. What no page says is marked as assumed. It was never compared with
 * DingTalk itself.
 */
public final class ScriptedDingTalkStream implements AutoCloseable {
    static final String OPEN = "/v1.0/gateway/connections/open";

    private static final String MESSAGES = "/v1.0/im/bot/messages/get";
    private static final String CARDS = "/v1.0/card/instances/callback";

    private final ScriptedSockets sockets = new ScriptedSockets(this::serve);
    private final String clientId;
    private final Map<String, DingTalkDelivery> open = new ConcurrentHashMap<>();
    private final List<String> openings = new CopyOnWriteArrayList<>();
    private final List<JsonNode> subscriptions = new CopyOnWriteArrayList<>();
    private final List<JsonNode> pongs = new CopyOnWriteArrayList<>();
    private final List<JsonNode> unknown = new CopyOnWriteArrayList<>();
    private volatile String secret;
    private volatile Duration answerTimeout = Duration.ofSeconds(3);
    private volatile int mostConnections = 50;
    private volatile String refusal = "";
    private volatile boolean cutsNext;

    public ScriptedDingTalkStream(String clientId, String secret) {
        this.clientId = clientId;
        this.secret = secret;
    }

    /** Returns the address that stands for {@code https://api.dingtalk.com}. */
    public String apiUrl() {
        return "http://" + sockets.authority();
    }

    /** Replaces the Client Secret. */
    public void replaceSecret(String by) {
        secret = by;
    }

    /** Sets the time without an answer after which an event is pushed again; its length is assumed. */
    public void repeatAfter(Duration time) {
        answerTimeout = time;
    }

    /** Sets the largest number of connections; the platform's is 50 (https://open.dingtalk.com/document/resourcedownload/introduction-to-stream-mode). */
    public void limitConnections(int most) {
        mostConnections = most;
    }

    /** Answers each request for an address with this status and code, for instance {@code 503 ServiceUnavailable}; an empty text for none. */
    public void refuseAddresses(String statusAndCode) {
        refusal = statusAndCode;
    }

    /** Cuts the connection that gets the next payload, once it is written. */
    public void cutAfterNextPush() {
        cutsNext = true;
    }

    /** Cuts all connections. */
    public void cut() {
        sockets.cut();
    }

    /** Returns the number of open connections. */
    public int connections() {
        return sockets.all().size();
    }

    /** Returns the number of connections that were ever opened. */
    public int opened() {
        return sockets.opened();
    }

    /** Returns the answers to the requests for an address: {@code ok} or status and code. */
    public List<String> openings() {
        return List.copyOf(openings);
    }

    /** Returns the subscriptions of the last request for an address. */
    public JsonNode subscriptions() {
        return subscriptions.getLast();
    }

    /** Returns the answers to pings. */
    public List<JsonNode> pongs() {
        return List.copyOf(pongs);
    }

    /** Returns the answers to frames that were written as they are. */
    public List<JsonNode> otherAnswers() {
        return List.copyOf(unknown);
    }

    /** Pings each connection. */
    public void ping(String opaque) {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("opaque", opaque);
        sockets.run(
                () -> sockets.all().forEach(socket -> write(socket, frame("SYSTEM", "ping", "ping-" + opaque, data))));
    }

    /** Announces the end of all present connections, and closes them after that time; the platform's are 10 s. */
    public void disconnect(Duration after) {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("reason", "connection is expired");
        ObjectNode frame = frame("SYSTEM", "disconnect", "", data);
        ((ObjectNode) frame.path("headers")).remove("messageId");
        sockets.run(() -> sockets.all().forEach(socket -> {
            write(socket, frame);
            sockets.later(Math.max(1, after.toMillis()), socket::close);
        }));
    }

    /** Pushes a message of a person, once: it is not pushed again, whatever the answer is. Without a connection it waits (assumed). */
    public DingTalkDelivery say(JsonNode message) {
        return push("CALLBACK", MESSAGES, message, Map.of(), false);
    }

    /** Pushes an action on a card, once. */
    public DingTalkDelivery act(JsonNode callback) {
        return push("CALLBACK", CARDS, callback, Map.of(), false);
    }

    /** Pushes an event until it is answered with {@code SUCCESS}. Each attempt has a {@code messageId} of its own (assumed). */
    public DingTalkDelivery happen(String eventId, String eventType, String corpId, JsonNode data) {
        Map<String, String> headers = Map.of(
                "eventId",
                eventId,
                "eventType",
                eventType,
                "eventCorpId",
                corpId,
                "eventBornTime",
                Long.toString(System.currentTimeMillis()),
                "eventUnifiedAppId",
                "app-1");
        return push("EVENT", "*", data, headers, true);
    }

    /** Sends a text over each connection. */
    public void write(String text) {
        sockets.run(() -> sockets.all().forEach(socket -> socket.writeTextMessage(text)));
    }

    /** Sends bytes over each connection. */
    public void write(byte[] bytes) {
        sockets.run(() -> sockets.all().forEach(socket -> socket.writeBinaryMessage(Buffer.buffer(bytes))));
    }

    private DingTalkDelivery push(
            String type, String topic, JsonNode data, Map<String, String> headers, boolean isRepeated) {
        DingTalkDelivery delivery = new DingTalkDelivery();
        sockets.run(() -> attempt(delivery, type, topic, data, headers, isRepeated));
        return delivery;
    }

    private void attempt(
            DingTalkDelivery delivery,
            String type,
            String topic,
            JsonNode data,
            Map<String, String> headers,
            boolean isRepeated) {
        if (delivery.isAccepted()) {
            return;
        }
        Optional<ServerWebSocket> socket = sockets.any();
        socket.ifPresent(chosen -> {
            boolean cuts = cutsNext;
            cutsNext = false;
            String messageId = "msg-" + UUID.randomUUID();
            ObjectNode frame = frame(type, topic, messageId, data);
            headers.forEach((name, value) -> ((ObjectNode) frame.path("headers")).put(name, value));
            delivery.attempted();
            open.put(messageId, delivery);
            write(chosen, frame);
            if (cuts) {
                chosen.close();
            }
        });
        if (socket.isEmpty() || isRepeated) {
            sockets.later(
                    socket.isPresent() ? answerTimeout.toMillis() : 50,
                    () -> attempt(delivery, type, topic, data, headers, isRepeated));
        }
    }

    private static ObjectNode frame(String type, String topic, String messageId, JsonNode data) {
        ObjectNode frame =
                JsonNodeFactory.instance.objectNode().put("specVersion", "1.0").put("type", type);
        frame.putObject("headers")
                .put("appId", "app-1")
                .put("contentType", "application/json")
                .put("messageId", messageId)
                .put("time", Long.toString(System.currentTimeMillis()))
                .put("topic", topic);
        return frame.put("data", data.isTextual() ? data.textValue() : data.toString());
    }

    private void serve(HttpServerRequest request) {
        if (OPEN.equals(request.path())) {
            request.body().onSuccess(body -> open(request, json(body.toString())));
        } else if (sockets.admits(String.valueOf(request.getParam("ticket")))) {
            sockets.accept(request, socket -> socket.textMessageHandler(text -> received(json(text))));
        } else {
            // A ticket admits one connection (assumed: the status).
            request.response().setStatusCode(401).end();
        }
    }

    /** The code of a wrong secret is that of published reports; that of too many connections is assumed. */
    private void open(HttpServerRequest request, JsonNode parameters) {
        boolean isApp = parameters.path("clientId").asText().equals(clientId)
                && parameters.path("clientSecret").asText().equals(secret);
        String problem = !refusal.isEmpty()
                ? refusal
                : !isApp ? "401 authFailed" : connections() >= mostConnections ? "403 connectionLimit" : "";
        openings.add(problem.isEmpty() ? "ok" : problem);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        if (problem.isEmpty()) {
            subscriptions.add(parameters.path("subscriptions"));
            answer.put("endpoint", "ws://" + sockets.authority() + "/connect").put("ticket", sockets.ticket());
        } else {
            answer.put("code", problem.substring(4)).put("message", "refused").put("requestid", "R-1");
        }
        request.response()
                .putHeader("Content-Type", "application/json;charset=utf-8")
                .setStatusCode(problem.isEmpty() ? 200 : Integer.parseInt(problem.substring(0, 3)))
                .end(answer.toString());
    }

    private void received(JsonNode answer) {
        String messageId = answer.at("/headers/messageId").asText();
        DingTalkDelivery delivery = open.remove(messageId);
        if (messageId.startsWith("ping-")) {
            pongs.add(answer);
        } else if (delivery == null) {
            unknown.add(answer);
        } else {
            String status =
                    json(answer.path("data").asText("{}")).path("status").asText("SUCCESS");
            delivery.answered(answer, answer.path("code").asInt() == 200 && status.equals("SUCCESS"));
        }
    }

    private static void write(ServerWebSocket socket, ObjectNode message) {
        if (!socket.isClosed()) {
            socket.writeTextMessage(message.toString());
        }
    }

    private static JsonNode json(String text) {
        try {
            return ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            throw new IllegalStateException("no JSON: " + text, e);
        }
    }

    @Override
    public void close() {
        sockets.close();
    }
}
