package dev.agenthost.testkit.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.http.ScriptedSockets;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The side of Slack of the connections of one app, on loopback, as https://docs.slack.dev/apis/events-api/using-socket-mode describes it: a
 * greeting, envelopes to one of the connections, acknowledgements, and announced disconnections. What no page says is marked as assumed. It
 * was never compared with Slack itself.
 */
public final class ScriptedSocketMode implements AutoCloseable {
    /** https://docs.slack.dev/apis/events-api: an event is sent again three times; an interaction is not (assumed). */
    private static final int MOST_ATTEMPTS = 4;

    private static final String EVENTS = "events_api";

    private final ScriptedSockets sockets = new ScriptedSockets(this::serve);
    private final ScriptedSlackViews views = new ScriptedSlackViews();
    private final String appId;
    private final Map<String, SlackDelivery> open = new ConcurrentHashMap<>();
    private final List<String> answers = new CopyOnWriteArrayList<>();
    private final List<String> acknowledged = new CopyOnWriteArrayList<>();
    private final List<String> responses = new CopyOnWriteArrayList<>();
    private final List<Long> retryAfter = new CopyOnWriteArrayList<>();
    private final AtomicLong limitedAt = new AtomicLong();
    private volatile Duration waited = Duration.ZERO;
    private volatile Set<String> tokens;
    private volatile Duration answerTimeout = Duration.ofSeconds(3);
    private volatile int mostConnections = 10;
    private volatile String refusal = "";
    private volatile boolean cutsNext;

    /** @param token at the app level */
    public ScriptedSocketMode(String appId, String token) {
        this.appId = appId;
        this.tokens = Set.of(token);
    }

    /** Returns the address that stands for {@code https://slack.com/api}. */
    public String apiUrl() {
        return "http://" + sockets.authority() + "/api";
    }

    /** Returns the modals of the app. */
    public ScriptedSlackViews views() {
        return views;
    }

    /** Replaces the live tokens. */
    public void replaceTokens(String... by) {
        tokens = Set.of(by);
    }

    /** Sets the time without an acknowledgement after which an event is sent again; all times are equal (assumed). */
    public void repeatAfter(Duration time) {
        answerTimeout = time;
    }

    /** Sets the largest number of connections; the platform's is 10. */
    public void limitConnections(int most) {
        mostConnections = most;
    }

    /** Answers each request for an address with this error; an empty one for none. */
    public void refuseAddresses(String error) {
        refusal = error;
    }

    /** Answers the next request for an address with 429 (https://docs.slack.dev/apis/web-api/rate-limits). */
    public void limitRateOnce(long seconds) {
        retryAfter.add(seconds);
    }

    /** Cuts the connection that gets the next event, once the event is written. */
    public void cutAfterNextEvent() {
        cutsNext = true;
    }

    /** Cuts all connections. */
    public void cut() {
        sockets.cut();
    }

    /** Reads nothing from the present connections any more, so that it answers no ping. */
    public void fallSilent() {
        sockets.run(() -> sockets.all().forEach(ServerWebSocket::pause));
    }

    /** Returns the number of open connections. */
    public int connections() {
        return sockets.all().size();
    }

    /** Returns the number of connections that were ever opened. */
    public int opened() {
        return sockets.opened();
    }

    /** Returns the answers to the requests for an address: {@code ok} or the error. */
    public List<String> answers() {
        return List.copyOf(answers);
    }

    /** Returns the ids of all acknowledged envelopes. */
    public List<String> acknowledged() {
        return List.copyOf(acknowledged);
    }

    /** Returns the texts that were sent to {@code response_url}. */
    public List<String> responses() {
        return List.copyOf(responses);
    }

    /** Returns the time from an answer with 429 to the next request for an address. */
    public Duration waited() {
        return waited;
    }

    /** Announces the end of all present connections, and closes them after that time; the platform warns about 10 s before. */
    public void disconnect(String reason, Duration after) {
        sockets.run(() -> sockets.all().forEach(socket -> {
            write(socket, disconnection(reason));
            sockets.later(Math.max(1, after.toMillis()), socket::close);
        }));
    }

    /** Sends an event until it is acknowledged. */
    public SlackDelivery deliver(JsonNode event) {
        return send(new SlackDelivery(EVENTS, event));
    }

    /** Sends an interaction. */
    public SlackDelivery interact(JsonNode payload) {
        return send(new SlackDelivery("interactive", payload));
    }

    /** Sends a text over each connection. */
    public void write(String text) {
        sockets.run(() -> sockets.all().forEach(socket -> socket.writeTextMessage(text)));
    }

    /** Sends bytes over each connection. */
    public void write(byte[] bytes) {
        sockets.run(() -> sockets.all().forEach(socket -> socket.writeBinaryMessage(Buffer.buffer(bytes))));
    }

    private SlackDelivery send(SlackDelivery delivery) {
        sockets.run(() -> attempt(delivery));
        return delivery;
    }

    private void serve(HttpServerRequest request) {
        if ("/api/apps.connections.open".equals(request.path())) {
            open(request);
        } else if ("/api/response".equals(request.path())) {
            request.body().onSuccess(body -> {
                responses.add(
                        ScriptedSlackViews.json(body.toString()).path("text").asText());
                request.response().end();
            });
        } else if ("/api/views.open".equals(request.path())) {
            views.serve(request);
        } else if (sockets.admits(String.valueOf(request.getParam("ticket")))) {
            sockets.accept(request, this::greet);
        } else {
            // An address is for one connection (assumed: the status).
            request.response().setStatusCode(403).end();
        }
    }

    /** https://docs.slack.dev/reference/methods/apps.connections.open: POST, with the token in the header. */
    private void open(HttpServerRequest request) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        String token = String.valueOf(request.getHeader("Authorization")).replaceFirst("^Bearer ", "");
        String error = !refusal.isEmpty()
                ? refusal
                : tokens.contains(token) ? "" : token.startsWith("xapp-") ? "invalid_auth" : "not_allowed_token_type";
        if (!retryAfter.isEmpty()) {
            answers.add("429");
            limitedAt.set(System.nanoTime());
            request.response()
                    .putHeader("Retry-After", Long.toString(retryAfter.removeFirst()))
                    .setStatusCode(429)
                    .end();
            return;
        }
        long limited = limitedAt.getAndSet(0);
        if (limited != 0) {
            waited = Duration.ofNanos(System.nanoTime() - limited);
        }
        answers.add(error.isEmpty() ? "ok" : error);
        if (error.isEmpty()) {
            answer.put("ok", true)
                    .put(
                            "url",
                            "ws://" + sockets.authority() + "/link/?ticket=" + sockets.ticket() + "&app_id=" + appId);
        } else {
            answer.put("ok", false).put("error", error);
        }
        request.response().putHeader("Content-Type", "application/json").end(answer.toString());
    }

    private void greet(ServerWebSocket socket) {
        socket.textMessageHandler(text -> received(ScriptedSlackViews.json(text)));
        if (connections() > mostConnections) {
            // Assumed: no page says how an eleventh connection ends.
            write(socket, disconnection("too_many_websockets"));
            socket.close();
            return;
        }
        ObjectNode hello = JsonNodeFactory.instance.objectNode().put("type", "hello");
        hello.putObject("connection_info").put("app_id", appId);
        hello.put("num_connections", connections());
        hello.putObject("debug_info").put("host", "applink-1").put("approximate_connection_time", 18060);
        write(socket, hello);
    }

    private void received(JsonNode answer) {
        acknowledged.add(answer.path("envelope_id").asText());
        SlackDelivery delivery = open.remove(answer.path("envelope_id").asText());
        if (delivery != null) {
            delivery.acknowledged(answer);
        }
    }

    private void attempt(SlackDelivery delivery) {
        if (delivery.isAcknowledged() || delivery.attempts() >= most(delivery)) {
            return;
        }
        Optional<ServerWebSocket> socket = sockets.any();
        socket.ifPresent(chosen -> {
            boolean cuts = cutsNext;
            cutsNext = false;
            write(chosen, envelope(delivery));
            if (cuts) {
                chosen.close();
            }
        });
        // Assumed: an event without any connection waits for one.
        sockets.later(socket.isPresent() ? answerTimeout.toMillis() : 50, () -> attempt(delivery));
    }

    private static int most(SlackDelivery delivery) {
        return delivery.type().equals(EVENTS) ? MOST_ATTEMPTS : 1;
    }

    /** Each attempt has an envelope of its own (assumed); the members of a repetition are those of the SDKs. */
    private ObjectNode envelope(SlackDelivery delivery) {
        String id = UUID.randomUUID().toString();
        int before = delivery.attempted();
        open.put(id, delivery);
        ObjectNode envelope = JsonNodeFactory.instance.objectNode().put("envelope_id", id);
        envelope.put("type", delivery.type())
                .put("accepts_response_payload", !delivery.type().equals(EVENTS));
        if (delivery.type().equals(EVENTS)) {
            envelope.put("retry_attempt", before).put("retry_reason", before == 0 ? "" : "timeout");
        }
        envelope.set("payload", delivery.payload());
        return envelope;
    }

    private static ObjectNode disconnection(String reason) {
        ObjectNode end = JsonNodeFactory.instance.objectNode().put("type", "disconnect");
        end.put("reason", reason).putObject("debug_info").put("host", "applink-1");
        return end;
    }

    private static void write(ServerWebSocket socket, ObjectNode message) {
        if (!socket.isClosed()) {
            socket.writeTextMessage(message.toString());
        }
    }

    @Override
    public void close() {
        sockets.close();
    }
}
