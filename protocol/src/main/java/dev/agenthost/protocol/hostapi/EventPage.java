package dev.agenthost.protocol.hostapi;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of the event log (spec 000 §8). */
public record EventPage(
        List<AgentEventRecord> items,
        @Nullable String nextCursor,
        @Nullable String prevCursor,
        boolean hasMore,
        @Nullable Long totalCount) {
    public EventPage {
        items = Fields.list(items, "items");
    }
}
