package dev.agenthost.context.semanticsearch.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.transcript.NumberedEntry;
import dev.agenthost.context.transcript.SearchRequest;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Finds entries of a conversation by their vectors. */
public interface EntryVectorIndex {
    /**
     * Returns the nearest first among the newest entries of the conversation that match the request's filters and quoted phrases.
     *
     * @param model name of comparable vectors
     * @param query of length 1
     */
    Uni<List<EntryPosition>> nearest(SearchRequest request, String model, float[] query, int most);

    /** Reads the entries that still exist, in any order. */
    Uni<List<NumberedEntry>> read(ConversationRef conversation, List<EntryPosition> positions);
}
