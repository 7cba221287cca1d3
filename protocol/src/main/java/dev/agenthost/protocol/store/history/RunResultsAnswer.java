package dev.agenthost.protocol.store.history;

import dev.agenthost.protocol.error.Fields;
import java.util.List;

/** A page of the results of a run. */
public record RunResultsAnswer(List<StoredResult> items, boolean hasMore) {
    public RunResultsAnswer {
        items = Fields.list(items, "items");
    }
}
