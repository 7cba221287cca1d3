package dev.agenthost.context.meaning;

import dev.agenthost.context.conversation.ConversationRef;
import dev.agenthost.context.history.NumberedEntry;
import dev.agenthost.context.search.SearchRequest;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Entries of a conversation by their vectors. */
public interface MeaningIndex {
    /**
     * Among the newest of the conversation those that the request's filters and quoted phrases admit; the nearest first.
     *
     * @param model whose vectors are comparable with this one
     * @param query of length 1
     */
    Uni<List<EntryPlace>> nearest(SearchRequest request, String model, float[] query, int most);

    /** Those that are still there, in any order. */
    Uni<List<NumberedEntry>> read(ConversationRef conversation, List<EntryPlace> places);
}
