package dev.agenthost.protocol.store.knowledge;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** What a run is told of a knowledge base that it was granted. */
public record KnowledgeFact(
        String kbId, String name, @Nullable String description) {
    public KnowledgeFact {
        Fields.text(kbId, "kb_id");
        Fields.text(name, "name");
    }
}
