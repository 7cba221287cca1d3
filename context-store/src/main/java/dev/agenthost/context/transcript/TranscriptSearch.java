package dev.agenthost.context.transcript;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Searches transcripts. */
public interface TranscriptSearch {
    /** Finds entries, best first; entries with all terms of the query precede those with some. Empty for an unknown conversation. */
    Uni<List<SearchHit>> find(SearchRequest request);
}
