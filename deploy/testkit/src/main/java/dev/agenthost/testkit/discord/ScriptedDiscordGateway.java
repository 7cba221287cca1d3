package dev.agenthost.testkit.discord;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.testkit.http.ScriptedSockets;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The gateway of Discord, version 10, on loopback for one bot, as https://docs.discord.com/developers/events/gateway describes it: a
 * greeting, heartbeats, sessions that may be resumed with the events since, and the codes of
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes. What no page says is marked as
 * assumed. It was never compared with Discord itself.
 */
public final class ScriptedDiscordGateway implements AutoCloseable {
    /** Privileged: members, presences and the content of messages (https://docs.discord.com/developers/events/gateway#privileged-intents). */
    private static final int PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15;

    private static final int ALL_INTENTS = (1 << 17) - 1 | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25;
    private static final int LARGEST_MESSAGE = 4096;

    private final ScriptedSockets sockets = new ScriptedSockets(this::serve);
    private final Map<String, ScriptedDiscordSession> sessions = new ConcurrentHashMap<>();
    private final Map<ServerWebSocket, ScriptedDiscordSession> bound = new ConcurrentHashMap<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final AtomicInteger startsLeft = new AtomicInteger(1000);
    private final AtomicInteger number = new AtomicInteger();
    private final String token;
    private volatile Duration interval = Duration.ofSeconds(45);
    private volatile int enabledIntents = PRIVILEGED;
    private volatile boolean acknowledges = true;

    /** @param token of the bot; those of further bots begin with it and a dot */
    public ScriptedDiscordGateway(String token) {
        this.token = token;
    }

    /** Sets the interval of heartbeats. */
    public void beatEvery(Duration time) {
        interval = time;
    }

    /** Sets the privileged intents that the settings of the application permit. */
    public void enableIntents(int intents) {
        enabledIntents = intents;
    }

    /** Sets the starts of sessions that are left. */
    public void leaveStarts(int count) {
        startsLeft.set(count);
    }

    /** Acknowledges no heartbeat any more, or does again. */
    public void acknowledge(boolean does) {
        acknowledges = does;
    }

    /** Returns the answer of {@code GET /gateway/bot} (https://docs.discord.com/developers/events/gateway#get-gateway-bot). */
    public ObjectNode address() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("url", "ws://" + sockets.authority() + "/start");
        answer.put("shards", 1);
        answer.putObject("session_start_limit")
                .put("total", 1000)
                .put("remaining", startsLeft.get())
                .put("reset_after", 14_400_000)
                .put("max_concurrency", 1);
        return answer;
    }

    /** Sends an event to each session, whether it has a connection or not. */
    public void dispatch(String type, JsonNode data) {
        sockets.run(() -> sessions.values().forEach(session -> append(session, type, data)));
    }

    /** Sends an interaction to the sessions of its application alone. */
    public void interact(String botToken, JsonNode interaction) {
        sockets.run(() -> sessions.values().stream()
                .filter(session -> session.token().equals(botToken))
                .forEach(session -> append(session, "INTERACTION_CREATE", interaction)));
    }

    /** Asks for a heartbeat at once. */
    public void requestHeartbeat() {
        all(frame(1, null));
    }

    /** Asks for a new connection. */
    public void reconnect() {
        all(frame(7, null));
    }

    /** Invalidates the sessions. @param mayResume false to forget them */
    public void invalidate(boolean mayResume) {
        sockets.run(() -> {
            if (!mayResume) {
                sessions.clear();
            }
            sockets.all().forEach(socket -> write(socket, invalid(mayResume)));
        });
    }

    /** Forgets all sessions: none can be resumed. */
    public void expire() {
        sockets.run(sessions::clear);
    }

    /** Closes all connections with a code; their sessions remain. */
    public void close(int code) {
        sockets.run(() -> {
            bound.clear();
            sockets.all().forEach(socket -> socket.close((short) code));
        });
    }

    /** Cuts all connections. */
    public void cut() {
        close(1001);
    }

    /** Returns the number of open connections. */
    public int connections() {
        return sockets.all().size();
    }

    /** Returns the number of sessions with an open connection. */
    public int boundSessions() {
        return bound.size();
    }

    /** Returns what arrived, in its order: {@code heartbeat 3}, {@code identify}, {@code resume 3}. */
    public List<String> received() {
        return List.copyOf(received);
    }

    private void serve(HttpServerRequest request) {
        String path = String.valueOf(request.path());
        if (!path.matches("/(start|resume)/")) {
            request.response().setStatusCode(404).end();
            return;
        }
        sockets.accept(request, socket -> {
            // The version is checked; the code is that of an identification with a wrong one (assumed).
            if (!"10".equals(request.getParam("v")) || !"json".equals(request.getParam("encoding"))) {
                socket.close((short) 4012);
                return;
            }
            socket.textMessageHandler(text -> sockets.run(() -> received(socket, text)));
            socket.endHandler(ended -> {
                ScriptedDiscordSession session = bound.remove(socket);
                Short code = socket.closeStatusCode();
                // https://docs.discord.com/developers/events/gateway#initiating-a-disconnect
                if (session != null && code != null && (code == 1000 || code == 1001)) {
                    sessions.remove(session.id());
                }
            });
            write(socket, hello());
        });
    }

    private ObjectNode hello() {
        ObjectNode hello = frame(10, null);
        hello.putObject("d").put("heartbeat_interval", interval.toMillis());
        return hello;
    }

    private void received(ServerWebSocket socket, String text) {
        JsonNode message;
        try {
            message = ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            socket.close((short) 4002);
            return;
        }
        JsonNode data = message.path("d");
        if (text.getBytes(StandardCharsets.UTF_8).length > LARGEST_MESSAGE) {
            socket.close((short) 4002);
            return;
        }
        switch (message.path("op").asInt(-1)) {
            case 1 -> {
                received.add("heartbeat " + data.asText());
                if (acknowledges) {
                    write(socket, frame(11, null));
                }
            }
            case 2 -> identify(socket, data);
            case 6 -> resume(socket, data);
            case 3, 4, 8, 31 -> {
                if (!bound.containsKey(socket)) {
                    socket.close((short) 4003);
                }
            }
            default -> socket.close((short) 4001);
        }
    }

    private void identify(ServerWebSocket socket, JsonNode data) {
        received.add("identify");
        int intents = data.path("intents").asInt(-1);
        int code = code(socket, data, intents);
        if (code != 0) {
            socket.close((short) code);
            return;
        }
        startsLeft.decrementAndGet();
        ScriptedDiscordSession session = new ScriptedDiscordSession(
                "session-" + number.incrementAndGet(), data.path("token").asText(), new ArrayList<>());
        sessions.put(session.id(), session);
        bound.put(socket, session);
        ObjectNode ready = JsonNodeFactory.instance.objectNode().put("v", 10);
        ready.put("session_id", session.id());
        ready.put("resume_gateway_url", "ws://" + sockets.authority() + "/resume");
        ready.putObject("user").put("id", "900").put("username", "helper").put("bot", true);
        ready.putArray("guilds").addObject().put("id", "700").put("unavailable", true);
        append(session, "READY", ready);
    }

    private int code(ServerWebSocket socket, JsonNode data, int intents) {
        if (bound.containsKey(socket)) {
            return 4005;
        }
        if (!ScriptedDiscord.isToken(data.path("token").asText(), token)) {
            return 4004;
        }
        if (intents < 0 || (intents & ~ALL_INTENTS) != 0) {
            return 4013;
        }
        if ((intents & PRIVILEGED & ~enabledIntents) != 0) {
            return 4014;
        }
        return data.path("properties").path("os").isTextual() ? 0 : 4002;
    }

    private void resume(ServerWebSocket socket, JsonNode data) {
        int sequence = data.path("seq").asInt(-1);
        received.add("resume " + sequence);
        ScriptedDiscordSession session = sessions.get(data.path("session_id").asText());
        if (!ScriptedDiscord.isToken(data.path("token").asText(), token)) {
            socket.close((short) 4004);
        } else if (session == null) {
            write(socket, invalid(false));
        } else if (sequence < 0 || sequence > session.events().size()) {
            socket.close((short) 4007);
        } else {
            bound.values().remove(session);
            bound.put(socket, session);
            session.events().subList(sequence, session.events().size()).forEach(event -> write(socket, event));
            append(session, "RESUMED", JsonNodeFactory.instance.objectNode());
        }
    }

    /** The first event of a session has the sequence 1. */
    private void append(ScriptedDiscordSession session, String type, JsonNode data) {
        ObjectNode event = frame(0, null);
        event.set("d", data);
        event.put("s", session.events().size() + 1).put("t", type);
        session.events().add(event);
        bound.forEach((socket, its) -> {
            if (its == session) {
                write(socket, event);
            }
        });
    }

    private static ObjectNode invalid(boolean mayResume) {
        return frame(9, null).put("d", mayResume);
    }

    private static ObjectNode frame(int code, @Nullable String type) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("op", code)
                .putNull("d")
                .putNull("s")
                .put("t", type);
    }

    private void all(ObjectNode message) {
        sockets.run(() -> sockets.all().forEach(socket -> write(socket, message)));
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
