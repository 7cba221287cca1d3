package dev.agenthost.protocol.store.knowledge;

import dev.agenthost.protocol.error.Fields;
import java.util.List;

/** The passages of a search, the best first. */
public record KnowledgeAnswer(List<KnowledgePassage> results) {
    public KnowledgeAnswer {
        results = Fields.list(results, "results");
    }
}
