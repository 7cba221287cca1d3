package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.protocol.store.history.HistoryFilters;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A search in one transcript.
 *
 * @param text the query of the request
 * @param topK maximum of entries
 * @param excludedRun the run whose own message is left out; null to leave out none
 */
public record SearchRequest(
        ConversationRef conversation,
        String text,
        SearchQuery query,
        HistoryFilters filters,
        int topK,
        @Nullable UUID excludedRun) {
    private static final String MESSAGE = "message";
    private static final String OF_PEOPLE = "message.received";
    private static final String OF_AGENTS = "message.completed";

    /** Creates a search that leaves nothing out. */
    public SearchRequest(
            ConversationRef conversation, String text, SearchQuery query, HistoryFilters filters, int topK) {
        this(conversation, text, query, filters, topK, null);
    }

    /** Returns the same search with another limit of entries. */
    public SearchRequest atMost(int entries) {
        return new SearchRequest(conversation, text, query, filters, entries, excludedRun);
    }

    /** Returns true if the search can find nothing in any transcript. */
    public boolean isEmpty() {
        return query.isEmpty() || !admits(filters.itemTypes(), MESSAGE) || !(people() || agents());
    }

    /** Returns true if the search covers messages of people. */
    public boolean people() {
        return admits(filters.eventTypes(), OF_PEOPLE);
    }

    /** Returns true if the search covers messages of agents. */
    public boolean agents() {
        return admits(filters.eventTypes(), OF_AGENTS);
    }

    private static boolean admits(List<String> names, String name) {
        return names.isEmpty() || names.contains(name);
    }
}
