package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.EventPage;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of this conversation (spec 000 §8). */
public record Events(Calls calls) {
    public AgentEventRecord get(String eventId) {
        ObjectNode data = ProtocolCodec.mapper().createObjectNode().put("event_id", eventId);
        return calls.read(calls.call("event_get", data), AgentEventRecord.class);
    }

    /**
     * Events, the newest first.
     *
     * @param types of these only, for instance {@code message.received}; none for all
     * @param beforeCursor opaque, from an earlier page; null for the end
     * @param limit 1 to 100
     */
    public EventPage page(List<String> types, @Nullable String beforeCursor, int limit) {
        ObjectNode data = ProtocolCodec.mapper().createObjectNode();
        data.putNull("conversation_id");
        data.set("event_types", types.isEmpty() ? null : ProtocolCodec.tree(types));
        data.put("before_cursor", beforeCursor).put("limit", limit);
        return calls.read(calls.call("event_page", data), EventPage.class);
    }
}
