package dev.agenthost.context.semanticsearch.knowledge;

import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores the knowledge bases. A change is in effect for every question that begins after it, on every replica. */
public interface KnowledgeBaseRepository {
    /** Most knowledge bases of one workspace. */
    int MOST = 1_000;

    Uni<Optional<KnowledgeBase>> find(String workspaceId, String kbId);

    /** Reads a page in the order of the ids. */
    Uni<List<KnowledgeBase>> page(String workspaceId, @Nullable String after, int most);

    /** Returns those of the named bases that exist, in the order of the ids given. */
    Uni<List<KnowledgeFact>> named(String workspaceId, List<String> kbIds);

    /** Counts the documents of the base that wait for indexing. */
    Uni<Long> waiting(String workspaceId, String kbId);

    Uni<KnowledgeBaseWriteOutcome> create(KnowledgeBase base);

    /**
     * Replaces a knowledge base. If its chunks or vectors become others, every document waits for indexing again, and is found as before
     * until then.
     *
     * @param expected the version to replace; empty for any
     */
    Uni<KnowledgeBaseWriteOutcome> replace(KnowledgeBase base, Optional<Integer> expected);

    /** Deletes a knowledge base with all its documents. */
    Uni<KnowledgeBaseWriteOutcome> delete(String workspaceId, String kbId, Optional<Integer> expected);
}
