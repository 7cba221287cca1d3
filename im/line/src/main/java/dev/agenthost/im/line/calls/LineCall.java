package dev.agenthost.im.line.calls;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * A push of messages to one chat (https://developers.line.biz/en/reference/messaging-api/#send-push-message). All of its messages are shown,
 * or none. It counts as one message of the month for each person who receives it, whatever the number of its messages.
 *
 * @param to id of the person, the group or the room
 * @param place of the call in its part, of which its key is made
 * @param messages in order, at most {@value #MOST_MESSAGES}
 */
public record LineCall(String to, String place, List<LineMessageObject> messages) {
    /** Most messages of a push. */
    public static final int MOST_MESSAGES = 5;

    public LineCall {
        messages = List.copyOf(messages);
    }

    /** Returns the body of the request. */
    public ObjectNode body() {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("to", to);
        messages.forEach(message -> body.withArrayProperty("messages").add(message.body()));
        return body;
    }

    /** Returns true if other messages can stand in the place of one of these. */
    public boolean hasAlternative() {
        return messages.stream().anyMatch(message -> !message.instead().isEmpty());
    }

    /**
     * Returns the {@code X-Line-Retry-Key}, by which LINE accepts the push once in 24 hours
     * (https://developers.line.biz/en/reference/messaging-api/#retry-api-request).
     *
     * @param part the permanent key of the part
     */
    public UUID key(String part) {
        return UUID.nameUUIDFromBytes((part + "\n" + place).getBytes(StandardCharsets.UTF_8));
    }
}
