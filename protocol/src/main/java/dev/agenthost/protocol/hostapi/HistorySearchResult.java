package dev.agenthost.protocol.hostapi;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries that a transcript search found, best first (spec 000 §8). */
public record HistorySearchResult(
        List<TranscriptItem> items, @Nullable Long totalCount, String query) {
    public HistorySearchResult {
        items = Fields.list(items, "items");
        Fields.required(query, "query");
    }
}
