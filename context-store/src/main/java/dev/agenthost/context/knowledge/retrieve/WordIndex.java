package dev.agenthost.context.knowledge.retrieve;

import dev.agenthost.context.search.SearchQuery;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Chunks by words. */
public interface WordIndex {
    /** Those that have any of them, the best first: rare words count more than common ones. */
    Uni<List<Hit>> find(Scope scope, SearchQuery query, int most);
}
