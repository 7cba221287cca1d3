package dev.agenthost.im.line.calls;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A message of a push (https://developers.line.biz/en/reference/messaging-api/#message-objects).
 *
 * @param body as JSON
 * @param instead the messages in the place of a refused one, in order; empty for a text
 */
public record LineMessageObject(ObjectNode body, List<LineMessageObject> instead) {
    public LineMessageObject {
        instead = List.copyOf(instead);
    }
}
