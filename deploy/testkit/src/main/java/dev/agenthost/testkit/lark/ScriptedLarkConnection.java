package dev.agenthost.testkit.lark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.lark.oapi.google.protobuf.InvalidProtocolBufferException;
import com.lark.oapi.ws.pb.Pbbp2.Frame;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.testkit.http.ScriptedSockets;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The side of Lark of the long connections of one app, on loopback. An event goes to one of the connections at random, and again after a
 * time without an answer
 * (https://open.larkoffice.com/document/ukTMukTMukTM/uYDNxYjL2QTM24iN0EjN/event-subscription-configure-/request-url-configuration-case.md).
 * Request, frames and codes are those of the SDK, by whose generated class this class reads and writes frames. The code 514 of a wrong secret is
 * assumed. It was never compared with Lark itself.
 */
public final class ScriptedLarkConnection implements AutoCloseable {
    static final String ENDPOINT = "/callback/ws/endpoint";

    private final ScriptedSockets sockets;
    private final String appId;
    private final Map<String, LarkDelivery> open = new ConcurrentHashMap<>();
    private final List<Integer> endpointCodes = new CopyOnWriteArrayList<>();
    private final AtomicInteger pings = new AtomicInteger();
    private volatile String secret;
    private volatile Duration answerTimeout = Duration.ofSeconds(3);
    private volatile int pieces = 1;
    private volatile int mostConnections = 50;
    private volatile int endpointCode;
    private volatile boolean silent;
    private volatile boolean cutsNext;

    public ScriptedLarkConnection(String appId, String secret) {
        this.appId = appId;
        this.secret = secret;
        sockets = new ScriptedSockets(this::serve);
    }

    /** Returns the address that stands for {@code https://open.feishu.cn}. */
    public String apiUrl() {
        return "http://" + sockets.authority();
    }

    /** Replaces the App Secret. */
    public void replaceSecret(String by) {
        secret = by;
    }

    /** Sets the time without an answer after which an event is sent again. */
    public void repeatAfter(Duration time) {
        answerTimeout = time;
    }

    /** Splits each event into so many frames from now on. */
    public void split(int into) {
        pieces = into;
    }

    /** Sets the largest number of connections; the platform's is 50. */
    public void limitConnections(int most) {
        mostConnections = most;
    }

    /** Answers each request for an address with this code; 0 for none. */
    public void refuseAddresses(int code) {
        endpointCode = code;
    }

    /** Answers no ping from now on. */
    public void fallSilent() {
        silent = true;
    }

    /** Cuts the connection that gets the next event, once the event is written. */
    public void cutAfterNextEvent() {
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

    /** Returns the codes with which requests for an address were answered. */
    public List<Integer> endpointCodes() {
        return List.copyOf(endpointCodes);
    }

    /** Returns the number of pings of all connections. */
    public int pings() {
        return pings.get();
    }

    /** Sends an event or a callback until it is accepted. */
    public LarkDelivery deliver(JsonNode event) {
        return deliver(ProtocolCodec.encode(event));
    }

    /** Sends the payload of an event until it is accepted. */
    public LarkDelivery deliver(byte[] payload) {
        LarkDelivery delivery = new LarkDelivery(payload);
        open.put(delivery.messageId(), delivery);
        sockets.run(() -> attempt(delivery));
        return delivery;
    }

    /** Sends bytes over each connection. */
    public void write(byte[] frame) {
        sockets.all().forEach(socket -> socket.writeBinaryMessage(Buffer.buffer(frame)));
    }

    private void serve(HttpServerRequest request) {
        if (ENDPOINT.equals(request.path())) {
            request.body().onSuccess(body -> request.response()
                    .putHeader("Content-Type", "application/json")
                    .end(endpoint(body).toString()));
        } else if (!sockets.admits(String.valueOf(request.getParam("access_key")))) {
            reject(request, "403", "0");
        } else if (sockets.all().size() >= mostConnections) {
            reject(request, "514", "1000040350");
        } else {
            sockets.accept(
                    request, socket -> socket.binaryMessageHandler(message -> received(socket, message.getBytes())));
        }
    }

    private ObjectNode endpoint(Buffer body) {
        JsonNode parameters = json(body.getBytes());
        boolean isApp = parameters.path("AppID").asText().equals(appId)
                && parameters.path("AppSecret").asText().equals(secret);
        int code = endpointCode != 0 ? endpointCode : isApp ? 0 : 514;
        endpointCodes.add(code);
        ObjectNode answer =
                JsonNodeFactory.instance.objectNode().put("code", code).put("msg", code == 0 ? "" : "refused");
        if (code == 0) {
            String ticket = sockets.ticket();
            ObjectNode data = answer.putObject("data");
            data.put(
                    "URL",
                    "ws://" + sockets.authority() + "/ws/v2?fpid=493&aid=552564&device_id=7&access_key=" + ticket
                            + "&service_id=" + SdkFrames.SERVICE);
            data.set("ClientConfig", config());
        }
        return answer;
    }

    private static ObjectNode config() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("ReconnectCount", -1)
                .put("ReconnectInterval", 1)
                .put("ReconnectNonce", 0)
                .put("PingInterval", 1);
    }

    private static void reject(HttpServerRequest request, String status, String authCode) {
        request.response()
                .putHeader("Handshake-Status", status)
                .putHeader("Handshake-Autherrcode", authCode)
                .putHeader("Handshake-Msg", "refused")
                .setStatusCode(400)
                .end();
    }

    private void received(ServerWebSocket socket, byte[] message) {
        Frame frame;
        try {
            frame = Frame.parseFrom(message);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the app wrote no frame", e);
        }
        if (frame.getMethod() == 0) {
            pings.incrementAndGet();
            if (!silent && SdkFrames.header(frame, "type").equals("ping")) {
                socket.writeBinaryMessage(Buffer.buffer(SdkFrames.pong(frame, config().toString())));
            }
            return;
        }
        LarkDelivery delivery = open.get(SdkFrames.header(frame, "message_id"));
        if (delivery != null && SdkFrames.header(frame, "biz_rt").matches("\\d+")) {
            delivery.answered(json(frame.getPayload().toByteArray()));
            if (delivery.isAccepted()) {
                open.remove(delivery.messageId());
            }
        }
    }

    private void attempt(LarkDelivery delivery) {
        if (delivery.isAccepted()) {
            return;
        }
        Optional<ServerWebSocket> socket = sockets.any();
        socket.ifPresent(chosen -> {
            boolean cuts = cutsNext;
            cutsNext = false;
            delivery.attempted();
            send(chosen, delivery);
            if (cuts) {
                chosen.close();
            }
        });
        sockets.later(socket.isPresent() ? answerTimeout.toMillis() : 50, () -> attempt(delivery));
    }

    private void send(ServerWebSocket socket, LarkDelivery delivery) {
        byte[] payload = delivery.payload();
        int sum = pieces;
        for (int i = 0; i < sum; i++) {
            byte[] piece = Arrays.copyOfRange(
                    payload, payload.length * i / sum, (int) ((long) payload.length * (i + 1) / sum));
            socket.writeBinaryMessage(Buffer.buffer(SdkFrames.event(delivery.messageId(), i, sum, piece)));
        }
    }

    private static JsonNode json(byte[] bytes) {
        try {
            return ProtocolCodec.readTree(bytes);
        } catch (UndecodableException e) {
            throw new IllegalStateException("no JSON", e);
        }
    }

    @Override
    public void close() {
        sockets.close();
    }
}
