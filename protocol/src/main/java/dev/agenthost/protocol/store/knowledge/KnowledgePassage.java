package dev.agenthost.protocol.store.knowledge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.message.ContentElement;
import java.util.List;

/**
 * A found part of a document, in the form of LangBot's runners.
 *
 * @param id identifies document and part
 * @param content one text
 * @param metadata the document's own, with the part's position
 * @param distance semantic: 0 is equal, 2 is the opposite
 * @param score at most 1; higher is better; comparable within one answer only
 */
public record KnowledgePassage(
        String id, List<ContentElement> content, ObjectNode metadata, double distance, double score) {
    public KnowledgePassage {
        Fields.text(id, "id");
        content = Fields.list(content, "content");
        metadata = Fields.object(metadata);
    }
}
