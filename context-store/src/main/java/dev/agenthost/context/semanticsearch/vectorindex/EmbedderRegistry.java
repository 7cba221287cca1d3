package dev.agenthost.context.semanticsearch.vectorindex;

import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseRepository;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import io.smallrye.mutiny.Uni;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who makes vectors for which knowledge base. */
public interface EmbedderRegistry {
    /** Of each base that is there. Empty where nobody does: then words alone have to find something. */
    Uni<Map<String, Optional<Embedder>>> of(String workspaceId, List<String> kbIds);

    /** The same for all. */
    static EmbedderRegistry one(KnowledgeBaseRepository bases, Embedder embedder) {
        return (workspace, kbIds) -> bases.named(workspace, kbIds).map(found -> {
            Map<String, Optional<Embedder>> embedders = new LinkedHashMap<>();
            found.stream().map(KnowledgeFact::kbId).forEach(kb -> embedders.put(kb, Optional.of(embedder)));
            return embedders;
        });
    }
}
