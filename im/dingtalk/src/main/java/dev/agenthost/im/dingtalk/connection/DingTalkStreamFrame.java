package dev.agenthost.im.dingtalk.connection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush.Topic;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A frame of the Stream protocol, a JSON text
 * (https://open.dingtalk.com/document/direction/stream-mode-protocol-access-description and
 * https://open-dingtalk.github.io/developerpedia/docs/learn/stream/protocol).
 */
public sealed interface DingTalkStreamFrame {

    /**
     * The platform checks the connection.
     *
     * @param data JSON that the answer repeats
     */
    record Ping(String messageId, String data) implements DingTalkStreamFrame {}

    /** The platform closes the connection in about 10 s. It expects no answer. */
    record Disconnect() implements DingTalkStreamFrame {}

    /** Another frame of the platform about the connection itself. It has no payload, and expects no answer. */
    record SystemNotice() implements DingTalkStreamFrame {}

    /** A payload. */
    record Push(DingTalkPush push) implements DingTalkStreamFrame {}

    /**
     * A frame with a topic to which the host does not subscribe.
     *
     * @param topic empty if it has no name
     */
    record Unsupported(String messageId, String topic) implements DingTalkStreamFrame {}

    /** No frame. */
    record Unreadable() implements DingTalkStreamFrame {}

    /** Members that the headers of an event have besides those of each frame. */
    List<String> EVENT_HEADERS = List.of("eventType", "eventId", "eventCorpId", "eventBornTime", "eventUnifiedAppId");

    /** Never fails. */
    static DingTalkStreamFrame read(String text) {
        PlatformObject frame = PlatformObject.of(json(text));
        PlatformObject headers = frame == null ? null : frame.object("headers");
        String type = frame == null ? null : frame.text("type");
        if (frame == null || headers == null || type == null) {
            return new Unreadable();
        }
        String messageId = headers.id("messageId");
        String topic = Objects.requireNonNullElse(headers.text("topic"), "");
        String data = Objects.requireNonNullElse(frame.text("data"), "{}");
        if (type.equals("SYSTEM") && !topic.equals("ping")) {
            return topic.equals("disconnect") ? new Disconnect() : new SystemNotice();
        }
        if (messageId == null) {
            return new Unreadable();
        }
        return switch (type) {
            case "SYSTEM" -> new Ping(messageId, data);
            case "EVENT" -> new Push(new DingTalkPush(Topic.EVENT, messageId, event(headers, data)));
            case "CALLBACK" -> callback(messageId, topic, data);
            default -> unsupported(messageId, topic);
        };
    }

    private static DingTalkStreamFrame callback(String messageId, String name, String data) {
        for (Topic topic : List.of(Topic.MESSAGE, Topic.CARD)) {
            if (topic.wire().equals(name)) {
                return new Push(new DingTalkPush(topic, messageId, payload(data)));
            }
        }
        return unsupported(messageId, name);
    }

    private static Unsupported unsupported(String messageId, String topic) {
        return new Unsupported(messageId, topic.matches("[A-Za-z0-9_./*-]{1,128}") ? topic : "");
    }

    private static ObjectNode event(PlatformObject headers, String data) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        for (String name : EVENT_HEADERS) {
            JsonNode value = headers.node().path(name);
            if (value.isTextual() || value.isNumber()) {
                event.set(name, value);
            }
        }
        event.set("data", payload(data));
        return event;
    }

    /** Data that are no JSON are a text: they become a dead letter. */
    private static JsonNode payload(String data) {
        JsonNode read = json(data);
        return read == null ? JsonNodeFactory.instance.textNode(data) : read;
    }

    private static @Nullable JsonNode json(String text) {
        try {
            return ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            return null;
        }
    }
}
