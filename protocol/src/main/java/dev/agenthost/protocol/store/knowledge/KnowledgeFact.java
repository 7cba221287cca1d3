package dev.agenthost.protocol.store.knowledge;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** The metadata of a granted knowledge base that a run receives. */
public record KnowledgeFact(
        String kbId, String name, @Nullable String description) {
    public KnowledgeFact {
        Fields.text(kbId, "kb_id");
        Fields.text(name, "name");
    }
}
