package dev.agenthost.im.onebot.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import org.jspecify.annotations.Nullable;

/**
 * A call of an action (https://github.com/botuniverse/onebot-11/blob/master/api/public.md).
 *
 * @param action for instance {@code send_group_msg}
 * @param parameters as JSON; the message is an array of segments
 * @param file the file whose bytes the only segment receives; null for none
 */
public record OneBotCall(
        String action, ObjectNode parameters, @Nullable OutboundArtifact file) {
    /** The bytes of a file in a segment (https://github.com/botuniverse/onebot-11/blob/master/message/segment.md). */
    public static final String BASE64 = "base64://";

    private static final String MESSAGE = "message";

    /** Returns true if the message replies to another one. */
    public boolean replies() {
        return parameters.path(MESSAGE).path(0).path("type").asText().equals("reply");
    }

    /** Returns the call without its reply. */
    public OneBotCall withoutReply() {
        ArrayNode segments = JsonNodeFactory.instance.arrayNode();
        for (JsonNode segment : parameters.path(MESSAGE)) {
            if (!segment.path("type").asText().equals("reply")) {
                segments.add(segment);
            }
        }
        ObjectNode changed = parameters.deepCopy();
        changed.set(MESSAGE, segments);
        return new OneBotCall(action, changed, file);
    }
}
