package dev.agenthost.context.transcript;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Where transcripts are searched. */
public interface TranscriptSearch {
    /** Best first; those that have all that was asked for before those that have some of it. None in a conversation that is unknown. */
    Uni<List<SearchHit>> find(SearchRequest request);
}
