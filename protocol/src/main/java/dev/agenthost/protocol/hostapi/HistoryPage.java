package dev.agenthost.protocol.hostapi;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of a transcript (spec 000 §8). Cursors are opaque; {@code totalCount} is null where it is not counted. */
public record HistoryPage(
        List<TranscriptItem> items,
        @Nullable String nextCursor,
        @Nullable String prevCursor,
        boolean hasMore,
        @Nullable Long totalCount) {
    public HistoryPage {
        items = Fields.list(items, "items");
    }
}
