package dev.agenthost.protocol.context;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A knowledge base the run may use, and how: {@code list}, {@code retrieve} (spec 000 §4.4, §6).
 *
 * @param description a description by people; beyond the specification, and absent by default
 */
public record KnowledgeBaseResource(
        String kbId,
        @Nullable String kbName,
        @Nullable String kbType,
        List<String> operations,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String description) {
    public KnowledgeBaseResource {
        Fields.text(kbId, "kb_id");
        operations = Fields.list(operations, "operations");
    }

    /** One of which nothing more is known. */
    public KnowledgeBaseResource(
            String kbId, @Nullable String kbName, @Nullable String kbType, List<String> operations) {
        this(kbId, kbName, kbType, operations, null);
    }
}
