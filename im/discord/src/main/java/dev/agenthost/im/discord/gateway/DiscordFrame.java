package dev.agenthost.im.discord.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A message of the gateway, version 10, a text of JSON
 * (https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-opcodes).
 */
public sealed interface DiscordFrame {
    /** An event (0). */
    record Dispatch(long sequence, String type, JsonNode data) implements DiscordFrame {}

    /** The platform asks for a heartbeat at once (1). */
    record HeartbeatRequest() implements DiscordFrame {}

    /** The platform asks for a new connection that resumes the session (7). */
    record Reconnect() implements DiscordFrame {}

    /** The session is not accepted (9). */
    record InvalidSession(boolean mayResume) implements DiscordFrame {}

    /** The greeting (10). */
    record Hello(Duration heartbeatInterval) implements DiscordFrame {}

    /** A heartbeat arrived (11). */
    record HeartbeatAcknowledgement() implements DiscordFrame {}

    /** A message of another kind. */
    record Unsupported(int code) implements DiscordFrame {}

    /** No message of the gateway. */
    record Unreadable() implements DiscordFrame {}

    /** Shortest and longest interval that is accepted, in milliseconds; the platform's is about 41 s. */
    long SHORTEST_INTERVAL = 100;

    long LONGEST_INTERVAL = 600_000;

    /** Reads a message. Never fails. */
    static DiscordFrame read(String text) {
        JsonNode message;
        try {
            message = ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException noJson) {
            return new Unreadable();
        }
        JsonNode code = message.path("op");
        JsonNode data = message.path("d");
        if (!code.isInt()) {
            return new Unreadable();
        }
        return switch (code.intValue()) {
            case 0 -> dispatch(message, data);
            case 1 -> new HeartbeatRequest();
            case 7 -> new Reconnect();
            case 9 -> new InvalidSession(data.booleanValue());
            case 10 -> hello(data.path("heartbeat_interval"));
            case 11 -> new HeartbeatAcknowledgement();
            default -> new Unsupported(code.intValue());
        };
    }

    private static DiscordFrame dispatch(JsonNode message, JsonNode data) {
        JsonNode sequence = message.path("s");
        String type = message.path("t").asText();
        return sequence.isIntegralNumber() && sequence.canConvertToLong() && type.matches("[A-Z0-9_]{1,100}")
                ? new Dispatch(sequence.longValue(), type, data)
                : new Unreadable();
    }

    private static DiscordFrame hello(JsonNode interval) {
        long millis = interval.isIntegralNumber() ? interval.asLong() : 0;
        return millis < SHORTEST_INTERVAL || millis > LONGEST_INTERVAL
                ? new Unreadable()
                : new Hello(Duration.ofMillis(millis));
    }

    /**
     * Returns the text that begins a session (https://docs.discord.com/developers/events/gateway-events#identify). Presence is not set.
     *
     * @param token of the bot
     */
    static String identify(String token, int intents) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode().put("op", 2);
        ObjectNode data = frame.putObject("d").put("token", token).put("intents", intents);
        data.putObject("properties")
                .put("os", "linux")
                .put("browser", "agenthost")
                .put("device", "agenthost");
        return frame.toString();
    }

    /** Returns the text that resumes a session (https://docs.discord.com/developers/events/gateway-events#resume). */
    static String resume(String token, DiscordSession session) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode().put("op", 6);
        frame.putObject("d").put("token", token).put("session_id", session.id()).put("seq", session.sequence());
        return frame.toString();
    }

    /**
     * Returns a heartbeat (https://docs.discord.com/developers/events/gateway-events#heartbeat).
     *
     * @param sequence of the last event; null before the first one
     */
    static String heartbeat(@Nullable Long sequence) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("op", 1)
                .put("d", sequence)
                .toString();
    }
}
