package dev.agenthost.im.slack.connection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A message of Socket Mode, a text of JSON (https://docs.slack.dev/apis/events-api/using-socket-mode). */
public sealed interface SlackFrame {
    /**
     * The greeting: the platform sends events over the connection from now on.
     *
     * @param appId of the connection; null if the greeting does not name it
     */
    record Hello(@Nullable String appId) implements SlackFrame {}

    /**
     * The platform ends the connection, or is about to.
     *
     * @param reason for instance {@link #WARNING}; empty for none
     */
    record Disconnect(String reason) implements SlackFrame {}

    /**
     * An event or an interaction, which is acknowledged by its id.
     *
     * @param payload the same as over HTTP; a missing node for none
     */
    record Envelope(String id, JsonNode payload) implements SlackFrame {}

    /** A message of another kind that waits for an acknowledgement, for instance a slash command. */
    record Unsupported(String type) implements SlackFrame {}

    /** No message of Socket Mode. */
    record Unreadable() implements SlackFrame {}

    /** The reason of a disconnection that follows in about 10 s. */
    String WARNING = "warning";

    /** The reason of a disconnection because connections are replaced every few hours. */
    String REFRESH = "refresh_requested";

    /** The reason of a disconnection because Socket Mode was turned off for the app. */
    String DISABLED = "link_disabled";

    /** The reason of a disconnection because the app has its ten connections (no page names it; assumed). */
    String TOO_MANY = "too_many_websockets";

    int LONGEST_NAME = 100;

    /** Reads a message. Never fails. */
    static SlackFrame read(String text) {
        JsonNode message;
        try {
            message = ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException noJson) {
            return new Unreadable();
        }
        String type = name(message.path("type"));
        String id = name(message.path("envelope_id"));
        return switch (type) {
            case "hello" -> new Hello(message.at("/connection_info/app_id").textValue());
            case "disconnect" -> new Disconnect(name(message.path("reason")));
            case "events_api", "interactive" ->
                id.isEmpty() ? new Unreadable() : new Envelope(id, message.path("payload"));
            default -> type.isEmpty() || id.isEmpty() ? new Unreadable() : new Unsupported(type);
        };
    }

    /**
     * Returns the text that acknowledges an envelope.
     *
     * @param answer the response to an interaction; null for none
     */
    static String acknowledgement(String envelopeId, @Nullable ObjectNode answer) {
        ObjectNode acknowledgement = JsonNodeFactory.instance.objectNode().put("envelope_id", envelopeId);
        if (answer != null) {
            acknowledgement.set("payload", answer);
        }
        return acknowledgement.toString();
    }

    /** Returns the text of a member; empty if it is none, or one that is not short and plain. */
    private static String name(JsonNode member) {
        String text = member.asText("");
        return member.isTextual() && text.matches("[\\x21-\\x7e]{1," + LONGEST_NAME + "}") ? text : "";
    }
}
