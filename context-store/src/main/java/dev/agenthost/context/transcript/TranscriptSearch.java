package dev.agenthost.context.transcript;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Searches transcripts. */
public interface TranscriptSearch {
    /** Finds entries, best first; those with all of the query precede those with a part of it. None in an unknown conversation. */
    Uni<List<SearchHit>> find(SearchRequest request);
}
