package dev.agenthost.context.semanticsearch.vectorindex;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseRepository;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import io.smallrye.mutiny.Uni;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the embedder of each knowledge base. */
public interface EmbedderRegistry {
    /** Returns the embedder of each base that exists. Empty if it has none: then passages are found by words only. */
    Uni<Map<String, Optional<Embedder>>> of(String workspaceId, List<String> kbIds);

    /** Returns one embedder for all bases. */
    static EmbedderRegistry one(KnowledgeBaseRepository bases, Embedder embedder) {
        return (workspace, kbIds) -> bases.named(workspace, kbIds).map(found -> {
            Map<String, Optional<Embedder>> embedders = new LinkedHashMap<>();
            found.stream().map(KnowledgeFact::kbId).forEach(kb -> embedders.put(kb, Optional.of(embedder)));
            return embedders;
        });
    }
}
