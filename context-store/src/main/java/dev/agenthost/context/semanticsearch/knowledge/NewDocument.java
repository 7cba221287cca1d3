package dev.agenthost.context.semanticsearch.knowledge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A document as it is given.
 *
 * @param documentId the one that it replaces or becomes; empty for a new one, unless the same content is there
 */
public record NewDocument(
        String workspaceId,
        String kbId,
        Optional<String> documentId,
        String filename,
        DocumentKind kind,
        ObjectNode metadata,
        DocumentContent content) {}
