package dev.agenthost.context.semanticsearch.vectorindex;

import dev.agenthost.context.transcript.SearchQuery;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Chunks by words. */
public interface WordIndex {
    /** Those that have any of them, the best first: rare words count more than common ones. */
    Uni<List<ChunkHit>> find(RetrievalScope scope, SearchQuery query, int most);
}
