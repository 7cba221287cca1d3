package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.TranscriptPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a conversation's events, newest first.
 *
 * @param types requested types, also of results and receipts; if empty, all incoming events and no others
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

    /** Returns the exclusive upper limit of the page's numbers. */
    public long below() {
        return before == null ? Long.MAX_VALUE : before.end();
    }
}
