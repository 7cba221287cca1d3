package dev.agenthost.context.semanticsearch.knowledge;

import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The knowledge bases that people keep. A change is in effect for every question that begins after it, on every replica. */
public interface KnowledgeBaseRepository {
    /** The most of one workspace. */
    int MOST = 1_000;

    Uni<Optional<KnowledgeBase>> find(String workspaceId, String kbId);

    /** In the order of their ids. */
    Uni<List<KnowledgeBase>> page(String workspaceId, @Nullable String after, int most);

    /** Of those named, the ones that are there, in the order they are named in. */
    Uni<List<KnowledgeFact>> named(String workspaceId, List<String> kbIds);

    /** How many of its documents wait to be indexed. */
    Uni<Long> waiting(String workspaceId, String kbId);

    Uni<KnowledgeBaseWriteOutcome> create(KnowledgeBase base);

    /**
     * Where chunks or vectors would be others, every document waits to be indexed again, and is found as it was until then.
     *
     * @param expected the version that is replaced; empty for whichever is there
     */
    Uni<KnowledgeBaseWriteOutcome> replace(KnowledgeBase base, Optional<Integer> expected);

    /** With all its documents. */
    Uni<KnowledgeBaseWriteOutcome> delete(String workspaceId, String kbId, Optional<Integer> expected);
}
