package dev.agenthost.protocol.resource;

import dev.agenthost.protocol.field.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A knowledge base the run may use, and how: {@code list}, {@code retrieve} (spec 000 §4.4, §6). */
public record KnowledgeBaseResource(
        String kbId, @Nullable String kbName, @Nullable String kbType, List<String> operations) {
    public KnowledgeBaseResource {
        Fields.text(kbId, "kb_id");
        operations = Fields.list(operations, "operations");
    }
}
