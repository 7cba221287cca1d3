package dev.agenthost.context.semanticsearch.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.transcript.NumberedEntry;
import dev.agenthost.context.transcript.SearchRequest;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Entries of a conversation by their vectors. */
public interface EntryVectorIndex {
    /**
     * Among the newest of the conversation those that the request's filters and quoted phrases admit; the nearest first.
     *
     * @param model whose vectors are comparable with this one
     * @param query of length 1
     */
    Uni<List<EntryPosition>> nearest(SearchRequest request, String model, float[] query, int most);

    /** Those that are still there, in any order. */
    Uni<List<NumberedEntry>> read(ConversationRef conversation, List<EntryPosition> places);
}
