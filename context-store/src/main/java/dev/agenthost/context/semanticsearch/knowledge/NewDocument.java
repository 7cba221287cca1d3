package dev.agenthost.context.semanticsearch.knowledge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A document of a request.
 *
 * @param documentId id of the document to replace or create; empty for a new one, unless the same content exists
 */
public record NewDocument(
        String workspaceId,
        String kbId,
        Optional<String> documentId,
        String filename,
        DocumentKind kind,
        ObjectNode metadata,
        DocumentContent content) {}
