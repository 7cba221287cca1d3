package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.protocol.store.history.HistoryFilters;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A search in one transcript.
 *
 * @param said the query as it came
 * @param topK how many entries at most
 * @param asking the run whose own message is left out; null where nobody's is
 */
public record SearchRequest(
        ConversationRef conversation,
        String said,
        SearchQuery query,
        HistoryFilters filters,
        int topK,
        @Nullable UUID asking) {
    private static final String MESSAGE = "message";
    private static final String OF_PEOPLE = "message.received";
    private static final String OF_AGENTS = "message.completed";

    /** A search that leaves nothing out. */
    public SearchRequest(
            ConversationRef conversation, String said, SearchQuery query, HistoryFilters filters, int topK) {
        this(conversation, said, query, filters, topK, null);
    }

    /** The same, with as many entries as that. */
    public SearchRequest atMost(int entries) {
        return new SearchRequest(conversation, said, query, filters, entries, asking);
    }

    /** Whether nothing can be found, whatever was said. */
    public boolean isVain() {
        return query.isEmpty() || !admits(filters.itemTypes(), MESSAGE) || !(people() || agents());
    }

    /** Whether what people said is looked at. */
    public boolean people() {
        return admits(filters.eventTypes(), OF_PEOPLE);
    }

    /** Whether what agents said is looked at. */
    public boolean agents() {
        return admits(filters.eventTypes(), OF_AGENTS);
    }

    private static boolean admits(List<String> names, String name) {
        return names.isEmpty() || names.contains(name);
    }
}
