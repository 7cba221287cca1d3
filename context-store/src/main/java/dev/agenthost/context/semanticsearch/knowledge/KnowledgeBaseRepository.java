package dev.agenthost.context.semanticsearch.knowledge;

import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import io.smallrye.mutiny.Uni;
import java.util.List;

/**
 * Stores the knowledge bases. If the chunks or vectors of a base become others, every document waits for indexing again, and is found
 * as before until then. A base is deleted with all its documents.
 */
public interface KnowledgeBaseRepository extends VersionedRepository<KnowledgeBase> {
    /** Returns those of the named bases that exist, in the order of the ids given. */
    Uni<List<KnowledgeFact>> named(String workspaceId, List<String> kbIds);

    /** Counts the documents of the base that wait for indexing. */
    Uni<Long> waiting(String workspaceId, String kbId);
}
