package dev.agenthost.protocol.store.knowledge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.message.ContentElement;
import java.util.List;

/**
 * A part of a document that was found, as LangBot's runners know it.
 *
 * @param id names document and part
 * @param content one text
 * @param metadata the document's own, and where the part stands
 * @param distance by meaning: 0 is the same, 2 the opposite
 * @param score more is better, at most 1; comparable within one answer only
 */
public record KnowledgePassage(
        String id, List<ContentElement> content, ObjectNode metadata, double distance, double score) {
    public KnowledgePassage {
        Fields.text(id, "id");
        content = Fields.list(content, "content");
        metadata = Fields.object(metadata);
    }
}
