package dev.agenthost.context.semanticsearch.knowledge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A document in the form for people.
 *
 * @param reason cause of its failure, in a plain sentence
 * @param chunks number of its searchable chunks; null before it was first indexed
 * @param changedAt time of its last content
 */
public record Document(
        String documentId,
        String kbId,
        String filename,
        String mimeType,
        long sizeBytes,
        String sha256,
        ObjectNode metadata,
        DocumentStatus status,
        @Nullable String reason,
        @Nullable Integer chunks,
        Instant createdAt,
        Instant changedAt) {}
