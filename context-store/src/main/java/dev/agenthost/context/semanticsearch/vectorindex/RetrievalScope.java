package dev.agenthost.context.semanticsearch.vectorindex;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import java.util.List;

/**
 * The documents that a search covers.
 *
 * @param filters fields that a document's metadata must have, with exactly these values
 */
public record RetrievalScope(String workspaceId, List<String> kbIds, ObjectNode filters) {
    public RetrievalScope {
        Fields.text(workspaceId, "workspace_id");
        kbIds = Fields.list(kbIds, "kb_ids").stream().distinct().toList();
        filters = Fields.object(filters);
    }
}
