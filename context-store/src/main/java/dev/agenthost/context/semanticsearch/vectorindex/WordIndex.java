package dev.agenthost.context.semanticsearch.vectorindex;

import dev.agenthost.context.transcript.SearchQuery;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Finds chunks by words. */
public interface WordIndex {
    /** Finds chunks with any of the words, best first: rare words weigh more than common ones. */
    Uni<List<ChunkHit>> find(RetrievalScope scope, SearchQuery query, int most);
}
