package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.TranscriptPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a conversation's events, newest first.
 *
 * @param types those wanted, of results and receipts too; where there is none, all that came in and nothing else
 * @param before only events before it
 */
public record EventsRequest(
        ConversationRef conversation,
        List<String> types,
        @Nullable TranscriptPosition before,
        int limit) {
    public EventsRequest {
        types = List.copyOf(types);
    }

    /** Numbers of the page are below this one. */
    public long below() {
        return before == null ? Long.MAX_VALUE : before.end();
    }
}
