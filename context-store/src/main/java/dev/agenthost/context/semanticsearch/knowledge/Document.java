package dev.agenthost.context.semanticsearch.knowledge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A document as people see it.
 *
 * @param reason why it failed, in a plain sentence
 * @param chunks how many parts of it are found now; null before it was ever indexed
 * @param changedAt when its content was last given
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
